import type { PolicyEntry } from '../../shared/policy.js';
import type { PolicyStore } from '../policy/policy-store.js';

/** A policy store without a disk. `failure` makes the next saves throw, as a full disk does. */
export class MemoryPolicyStore implements PolicyStore {
  entries: readonly PolicyEntry[];
  failure: Error | undefined;

  constructor(entries: readonly PolicyEntry[] = []) {
    this.entries = entries;
  }

  load(): readonly PolicyEntry[] {
    return this.entries;
  }

  save(entries: readonly PolicyEntry[]): void {
    if (this.failure !== undefined) throw this.failure;
    this.entries = structuredClone(entries);
  }
}
