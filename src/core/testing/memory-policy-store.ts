import { NO_POLICIES, type PolicyEntry, type StoredPolicies } from '../../shared/policy.js';
import type { PolicyStore } from '../policy/policy-store.js';

/** A policy store without a disk. `failure` makes the next saves throw, as a full disk does. */
export class MemoryPolicyStore implements PolicyStore {
  policies: StoredPolicies;
  failure: Error | undefined;

  constructor(tools: readonly PolicyEntry[] = [], more: Partial<StoredPolicies> = {}) {
    this.policies = { ...NO_POLICIES, tools, ...more };
  }

  get entries(): readonly PolicyEntry[] {
    return this.policies.tools;
  }

  load(): StoredPolicies {
    return this.policies;
  }

  save(policies: StoredPolicies): void {
    if (this.failure !== undefined) throw this.failure;
    this.policies = structuredClone(policies);
  }
}
