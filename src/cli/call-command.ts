import type { AgentEvent } from '../shared/agent-event.js';
import { branded } from '../shared/brand.js';
import { GatehouseError } from '../core/errors.js';
import type { DirectCallOutcome } from '../core/host/direct-call.js';
import { DENIED_BY_USER } from '../core/policy/denial.js';
import { assertNever } from '../shared/assert-never.js';
import type { RawToolName, ToolResult } from '../shared/tool.js';
import { EXIT } from './exit-codes.js';
import type { House } from './house.js';
import type { Work } from './invocation.js';
import { jsonObject } from './json-argument.js';
import { resultText } from './result-text.js';
import type { Terminal } from './terminal.js';

type CallWork = Extract<Work, { readonly command: 'call' }>;

export interface CallParts {
  readonly house: House;
  readonly terminal: Terminal;
  /** All of stdin. */
  readonly readInput: () => Promise<string>;
  readonly canAsk: boolean;
  readonly stop: AbortSignal;
}

/** `gatehouse call <server> <tool> [json]`. */
export async function callCommand(
  work: CallWork,
  { house, terminal, readInput, canAsk, stop }: CallParts,
): Promise<number> {
  const args = jsonObject(work.input === '-' ? await readInput() : (work.input ?? '{}'), 'The arguments of the tool');
  const server = await house.connect(await house.server(work.server));
  let why = '';
  const outcome = await house.host.callTool({
    serverId: server.id,
    tool: branded<RawToolName>(work.tool),
    arguments: args,
    signal: stop,
    onEvent: (event) => {
      if (event.type === 'tool-decided') why = event.decision.why;
      if (event.type === 'tool-progress' && !terminal.json) terminal.note(progressText(event), 'dim');
    },
  });
  switch (outcome.kind) {
    case 'answered':
      return answered(server.name, work.tool, outcome.result, terminal);
    case 'bad-arguments':
      throw new GatehouseError('bad-arguments', outcome.message);
    case 'refused':
      throw refusal(`${server.name} ▸ ${work.tool}`, outcome, why, canAsk);
    default:
      return assertNever(outcome);
  }
}

function answered(server: string, tool: string, result: ToolResult, terminal: Terminal): number {
  const { content, structuredContent, isError } = result;
  if (terminal.json) {
    terminal.document({
      server,
      tool,
      isError,
      content,
      ...(structuredContent === undefined ? {} : { structuredContent }),
    });
  } else if (isError) {
    terminal.note(resultText(result), 'red');
  } else {
    terminal.result(resultText(result));
    terminal.endLine();
  }
  return isError ? EXIT.failed : EXIT.ok;
}

function refusal(
  name: string,
  { by, message }: Extract<DirectCallOutcome, { readonly kind: 'refused' }>,
  why: string,
  canAsk: boolean,
): GatehouseError {
  switch (by) {
    case 'cancelled':
      return new GatehouseError('cancelled', 'Stopped before the call ran.');
    case 'user':
      return new GatehouseError('denied', `${name} was not run: you did not allow it.`);
    case 'unanswered':
      return new GatehouseError(
        'denied',
        canAsk
          ? `${name} was not run: nobody answered.`
          : `${name} was not run: it has to be confirmed, and there is no terminal to ask on. ${why}`,
      );
    default:
      return new GatehouseError('denied', `${name} was not run: ${message === DENIED_BY_USER ? why : message}`);
  }
}

/** Of a server: it is shown as text, with nothing hidden in it. */
export function progressText({
  progress,
  total,
  message,
}: Extract<AgentEvent, { readonly type: 'tool-progress' }>): string {
  const amount = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined ? `… ${amount}` : `… ${amount} ${message}`;
}
