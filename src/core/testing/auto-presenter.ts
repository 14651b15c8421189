import type { ApprovalOutcome, ApprovalRequest } from '../../shared/approval.js';
import type { ApprovalPresenter, ReviseRequest } from '../approval/approval-presenter.js';

type Answer =
  | ApprovalOutcome
  | ((request: ApprovalRequest, revise: ReviseRequest) => ApprovalOutcome | Promise<ApprovalOutcome>);

/** Answers questions from a list, in order, and records what was asked. With no answer left a question stays open. */
export class AutoPresenter implements ApprovalPresenter {
  readonly asked: ApprovalRequest[] = [];
  /** The questions that are open now; more than one at a time is a fault of the caller. */
  open = 0;
  mostOpen = 0;
  focused = 0;
  readonly #answers: Answer[];
  readonly #waiting = new Set<(outcome: ApprovalOutcome) => void>();

  constructor(...answers: readonly Answer[]) {
    this.#answers = [...answers];
  }

  async present(request: ApprovalRequest, signal: AbortSignal, revise: ReviseRequest): Promise<ApprovalOutcome> {
    this.asked.push(request);
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    try {
      const answer = this.#answers.shift();
      if (answer === undefined) return await this.#byHand(signal);
      return typeof answer === 'function' ? await answer(request, revise) : answer;
    } finally {
      this.open -= 1;
    }
  }

  /** Answers the question that is open. */
  answer(outcome: ApprovalOutcome): void {
    const [first] = this.#waiting;
    if (first === undefined) throw new Error('no question is open');
    first(outcome);
  }

  focus(): void {
    this.focused += 1;
  }

  #byHand(signal: AbortSignal): Promise<ApprovalOutcome> {
    return new Promise((resolve) => {
      const settle = (outcome: ApprovalOutcome): void => {
        this.#waiting.delete(settle);
        resolve(outcome);
      };
      this.#waiting.add(settle);
      signal.addEventListener('abort', () => settle({ kind: 'cancelled' }), { once: true });
    });
  }
}
