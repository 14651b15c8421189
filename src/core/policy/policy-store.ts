import type { PolicyEntry } from '../../shared/policy.js';

/** Where policy lives between runs. */
export interface PolicyStore {
  load(): readonly PolicyEntry[];
  /** Durable when it returns. */
  save(entries: readonly PolicyEntry[]): void;
}
