import type { DecisionRule } from '../../shared/policy.js';

const READ_ONLY: ReadonlySet<DecisionRule> = new Set(['builtin-read', 'trusted-read-only-hint']);

/** What can't change anything: the house's own reader, and what the user trusts to be read-only. */
export function onlyReads(rule: DecisionRule): boolean {
  return READ_ONLY.has(rule);
}
