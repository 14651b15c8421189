import type { ApprovalPresenter, ReviseRequest } from '../core/approval/approval-presenter.js';
import type { ApprovalOutcome, ApprovalRequest } from '../shared/approval.js';
import { approvalBox, toolName } from './approval-dialog-text.js';
import { editArguments } from './arguments-edit.js';
import type { WholeText } from './native-question.js';
import { type QuestionDesk, REVISED } from './question-desk.js';
import type { Words } from './words/words.js';

export interface ApprovalDialogPorts {
  readonly desk: QuestionDesk;
  readonly words: () => Words;
  /** Tells a user who is not looking that a question waits. */
  readonly callAttention: (message: string) => Signs;
  /** Puts the keyboard back to where the user was. */
  readonly returnFocus: () => void;
}

/** The signs of a waiting question outside its own box. */
export interface Signs {
  /** Takes them away. `answered`: by the user, who is there then. */
  readonly end: (answered: boolean) => void;
}

/** Puts an approval to the user in a native dialog. The only place of the app where an allow is made. */
export function createApprovalDialog(ports: ApprovalDialogPorts): ApprovalPresenter {
  return {
    present: (request, signal, revise) => present(request, signal, revise, ports),
    focus: () => ports.desk.focus(),
  };
}

async function present(
  request: ApprovalRequest,
  signal: AbortSignal,
  revise: ReviseRequest,
  ports: ApprovalDialogPorts,
): Promise<ApprovalOutcome> {
  const signs = ports.callAttention(ports.words().approval.waiting(toolName(request)));
  try {
    return await ask(request, signal, revise, ports);
  } finally {
    signs.end(!signal.aborted);
    ports.returnFocus();
  }
}

/** Asks until there is an answer to the question as it then stands: each change of the arguments makes another one. */
async function ask(
  first: ApprovalRequest,
  signal: AbortSignal,
  revise: ReviseRequest,
  { desk, words }: ApprovalDialogPorts,
): Promise<ApprovalOutcome> {
  let request = first;
  /** The question that was read in the viewer: it need not be read again. */
  let read: ApprovalRequest | undefined;
  for (;;) {
    const box = approvalBox(request, words());
    const edit = editArguments(request, revise, words(), (next) => {
      request = next;
    });
    const whole: WholeText = { ...box.text, edit };
    const shown = request;
    const button = await desk.ask(box.isLong && read !== request ? { ...box, whole } : box, signal);
    if (signal.aborted) return { kind: 'cancelled' };
    if (button === REVISED) continue;
    if (button > 0) read = shown;
    const action = box.actions[button];
    if (action?.kind === 'allow') return { kind: 'allowed', scope: action.scope };
    if (action?.kind !== 'edit') return { kind: 'denied', ...(action?.rest === true ? { rest: true } : {}) };
    const outcome = await desk.read(whole, signal);
    if (signal.aborted) return { kind: 'cancelled' };
    if (outcome === 'deny') return { kind: 'denied' };
  }
}
