import type { ApprovalOutcome } from '../../shared/approval.js';
import type { Decision } from '../../shared/policy.js';

/** What the model is told of a call that the user denied. */
export const DENIED_BY_USER = 'Permission denied by user';

/** What the model is told of a call that policy denies. The user's own "never" reads like a denial by hand. */
export function deniedByPolicy(decision: Decision): string {
  return decision.rule === 'user-deny' ? DENIED_BY_USER : `Permission denied by policy: ${decision.why}`;
}

/** What the model is told of a question that did not end in an allow; undefined for an allow. */
export function notAllowed(outcome: ApprovalOutcome): string | undefined {
  switch (outcome.kind) {
    case 'allowed':
      return undefined;
    case 'denied':
      return outcome.sentence === undefined ? DENIED_BY_USER : `${DENIED_BY_USER}. The user says: ${outcome.sentence}`;
    case 'unanswered':
      return 'The user did not answer the question whether this tool may run. It did not run. This is no denial.';
    default:
      return 'The turn was cancelled before the user answered. The tool did not run.';
  }
}
