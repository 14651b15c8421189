import type { StoredPolicies } from '../../shared/policy.js';

/** Where policy lives between runs. */
export interface PolicyStore {
  load(): StoredPolicies;
  /** Durable when it returns. */
  save(policies: StoredPolicies): void;
}
