import type { ApprovalPresenter } from '../core/approval/approval-presenter.js';
import type { ApprovalOutcome, ApprovalRequest } from '../shared/approval.js';
import { approvalQuestion, toolName } from './approval-dialog-text.js';
import type { QuestionDesk } from './question-desk.js';
import type { Words } from './words/words.js';

export interface ApprovalDialogPorts {
  readonly desk: QuestionDesk;
  readonly words: () => Words;
  /** Tells a user who is not looking that a question waits; returns what takes the sign away again. */
  readonly callAttention: (message: string) => () => void;
  /** Puts the keyboard back to where the user was. */
  readonly returnFocus: () => void;
}

/** Puts an approval to the user in a native dialog. The only place of the app where an allow is made. */
export function createApprovalDialog(ports: ApprovalDialogPorts): ApprovalPresenter {
  return {
    present: (request, signal) => present(request, signal, ports),
    focus: () => ports.desk.focus(),
  };
}

async function present(
  request: ApprovalRequest,
  signal: AbortSignal,
  ports: ApprovalDialogPorts,
): Promise<ApprovalOutcome> {
  const words = ports.words();
  const question = approvalQuestion(request, words);
  const calm = ports.callAttention(words.approval.waiting(toolName(request)));
  try {
    const button = await ports.desk.ask(question, signal);
    if (signal.aborted) return { kind: 'cancelled' };
    const scope = button === 0 ? undefined : question.scopes[button - 1];
    return scope === undefined ? { kind: 'denied' } : { kind: 'allowed', scope };
  } finally {
    calm();
    ports.returnFocus();
  }
}
