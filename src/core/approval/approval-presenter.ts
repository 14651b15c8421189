import type { ApprovalOutcome, ApprovalRequest } from '../../shared/approval.js';
import type { JsonObject } from '../../shared/json.js';

/**
 * Makes a new question of arguments that the user changed: checked by the tool's schema and decided anew by policy. A
 * string says why there is none. What is allowed from then on is the question that came last.
 */
export type ReviseRequest = (args: JsonObject) => Promise<ApprovalRequest | string>;

/** Puts one question to the user: a native dialog in the app, a prompt in the terminal, a script in tests. */
export interface ApprovalPresenter {
  /**
   * Asks, and resolves with the answer. When `signal` aborts the question disappears and the answer is ignored.
   * Must not resolve with an allow that the user has not given.
   */
  present(request: ApprovalRequest, signal: AbortSignal, revise: ReviseRequest): Promise<ApprovalOutcome>;
  /** Brings the question that is being asked to the front. */
  focus(): void;
}
