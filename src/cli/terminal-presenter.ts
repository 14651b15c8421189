import type { ApprovalPresenter } from '../core/approval/approval-presenter.js';
import { BUILTIN_SERVER_ID } from '../core/tools/tool.js';
import type { ApprovalRequest, ChangedFact } from '../shared/approval.js';
import { columnsOf, nameText, plainText, quoted, wrap } from '../shared/text-columns.js';
import type { ToolAnnotations } from '../shared/tool.js';
import type { Prompt } from './prompt.js';

const GUTTER = '  │ ';
const LABEL = 12;
/** Why a call that was allowed is asked about once more. */
const CHANGED: Readonly<Record<ChangedFact, string>> = {
  definition: 'the server has changed the definition of the tool since you allowed it',
  connection: 'the connection to the server is another one since you allowed it',
  expired: 'your allow is older than five minutes',
  other: 'it is not the call that you allowed',
};
/** Arguments of more lines than this push what is asked off the screen: it is said again below them. */
const LONG = 15;

/**
 * Puts an approval to whoever sits at the terminal. `y` allows this call, `a` the tool for the rest of the run where that
 * was offered; “always” is never offered, because the app's policy file is the app's. Without a terminal nobody answers.
 */
export function createTerminalPresenter(prompt: Prompt, { forRun }: { readonly forRun: boolean }): ApprovalPresenter {
  return {
    async present(request, signal) {
      if (!prompt.canAsk) return { kind: 'unanswered' };
      const offersRun = forRun && request.scopes.includes('chat');
      const question = offersRun ? 'Allow? [y/N/a] (a: for the rest of this run)' : 'Allow? [y/N]';
      const answer = await prompt.ask(approvalText(request, prompt.columns), question, signal);
      if (signal.aborted) return { kind: 'cancelled' };
      if (answer === 'y' || answer === 'yes') return { kind: 'allowed', scope: 'once' };
      return answer === 'a' && offersRun ? { kind: 'allowed', scope: 'chat' } : { kind: 'denied' };
    },
    // The question is where the user is.
    focus: () => undefined,
  };
}

/** The question, from the frozen request and nothing else: whole, with nothing hidden, no line that could pass for ours. */
export function approvalText(request: ApprovalRequest, columns: number): string {
  const name = `${nameText(request.serverName)} ▸ ${nameText(request.tool)}`;
  const args = guttered(plainText(JSON.stringify(request.arguments, null, 2)), columns);
  const speaker = request.serverId === BUILTIN_SERVER_ID ? 'Gatehouse' : 'the server';
  const says = request.description.trim() === '' ? 'nothing' : quoted(request.description, columns - LABEL - 4);
  const { definitionDiff: diff = [] } = request;
  const changes = (request.changed ?? []).map((fact) => CHANGED[fact]);
  const bytes = Buffer.byteLength(JSON.stringify(request.arguments));
  return [
    '',
    `${name} is to run.`,
    ...labelled('why', plainText(request.decision.why), columns),
    ...changes.flatMap((change) => labelled('changed', change, columns)),
    ...labelled('claims', claimOf(request.annotations), columns),
    ...labelled('description', `${says} (the words of ${speaker})`, columns),
    ...(diff.length === 0 ? [] : ['  definition', ...guttered(plainText(diff.join('\n')), columns)]),
    '  arguments',
    ...args,
    ...(args.length > LONG ? [`${name}, with the ${bytes} bytes of arguments above`] : []),
  ].join('\n');
}

/** Lines that a stranger wrote, each behind a bar. */
export function guttered(text: string, columns: number): readonly string[] {
  return wrap(text, Math.max(20, columns - GUTTER.length)).map((line) => `${GUTTER}${line}`);
}

function labelled(label: string, text: string, columns: number): readonly string[] {
  const room = Math.max(20, columns - LABEL - 3);
  const [first = '', ...rest] = wrap(text, room);
  const indent = ' '.repeat(LABEL + 3);
  return [`  ${label}${' '.repeat(LABEL + 1 - columnsOf(label))}${first}`, ...rest.map((line) => `${indent}${line}`)];
}

function claimOf(annotations: ToolAnnotations): string {
  if (annotations.destructiveHint === true) return 'to be destructive';
  return annotations.readOnlyHint === true ? 'to be read-only' : 'nothing';
}
