import type { ApprovalOutcome, ApprovalRequest } from '../../shared/approval.js';

/** Puts one question to the user: a native dialog in the app, a prompt in the terminal, a script in tests. */
export interface ApprovalPresenter {
  /**
   * Asks, and resolves with the answer. When `signal` aborts the question disappears and the answer is ignored.
   * Must not resolve with an allow that the user has not given.
   */
  present(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalOutcome>;
  /** Brings the question that is being asked to the front. */
  focus(): void;
}
