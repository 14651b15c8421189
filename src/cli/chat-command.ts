import { assertNever } from '../shared/assert-never.js';
import { branded } from '../shared/brand.js';
import type { ConversationId, TurnOutcome } from '../shared/conversation.js';
import { nameText } from '../shared/text-columns.js';
import { GatehouseError } from '../core/errors.js';
import { ChatPrinter } from './chat-printer.js';
import { connectAll, connectExit } from './connect-all.js';
import { EXIT } from './exit-codes.js';
import type { House } from './house.js';
import type { Work } from './invocation.js';
import type { Terminal } from './terminal.js';

type ChatWork = Extract<Work, { readonly command: 'chat' }>;

export interface ChatCommandParts {
  readonly house: House;
  readonly terminal: Terminal;
  /** All of stdin. */
  readonly readInput: () => Promise<string>;
  readonly stop: AbortSignal;
}

/** `gatehouse chat -p "…"`: one turn. A server that does not start is told of, and the turn goes on without it. */
export async function chatCommand(
  work: ChatWork,
  { house, terminal, readInput, stop }: ChatCommandParts,
): Promise<number> {
  const text = work.prompt === '-' ? await readInput() : work.prompt;
  if (text.trim() === '') throw new GatehouseError('bad-arguments', 'The message is empty.');
  const views = (await house.servers()).map(({ view }) => view).filter((view) => view.autoConnect);
  const { failed } = await connectAll(house, views);
  if (stop.aborted) return EXIT.failed;
  for (const { server, message } of failed) if (!terminal.json) terminal.note(`${server}: ${message}`, 'yellow');
  const printer = new ChatPrinter(terminal);
  const outcome = await turn(house, text, printer, stop);
  if (outcome.kind === 'failed') throw new GatehouseError(outcome.code, outcome.message);
  if (outcome.kind === 'limit') {
    throw new GatehouseError('limit', limitSentence(outcome));
  }
  return printer.refused || connectExit(failed) === EXIT.denied ? EXIT.denied : EXIT.ok;
}

async function turn(house: House, text: string, printer: ChatPrinter, stop: AbortSignal): Promise<TurnOutcome> {
  const { commands } = house.host;
  const { id } = await commands['conversations.create']({});
  const conversationId = branded<ConversationId>(id);
  // It asks the turn to end, and never fails for a chat that is there.
  const end = (): void => void commands['chat.stop']({ conversationId });
  const ended = new Promise<TurnOutcome>((resolve) => {
    house.host.subscribe((event) => {
      if (event.type !== 'agent' || event.conversationId !== conversationId) return;
      for (const one of event.events) {
        printer.print(one);
        if (one.type === 'turn-finished') resolve(one.outcome);
      }
    });
  });
  stop.addEventListener('abort', end, { once: true });
  try {
    await commands['chat.send']({ conversationId, text });
    if (stop.aborted) end();
    return await ended;
  } finally {
    stop.removeEventListener('abort', end);
  }
}

function limitSentence({ rounds, by }: Extract<TurnOutcome, { kind: 'limit' }>): string {
  switch (by?.kind) {
    case undefined:
      return `The turn was stopped after ${rounds} rounds with the model.`;
    case 'tokens':
      return `The turn was stopped after ${by.tokens} tokens.`;
    case 'cost':
      return `The turn was stopped after about $${by.dollars.toFixed(2)}.`;
    case 'time':
      return `The turn was stopped after ${by.minutes} minutes.`;
    case 'repeats':
      return `The turn was stopped: ${nameText(by.tool)} was called ${by.times} times alike and gave the same each time.`;
    default:
      return assertNever(by);
  }
}
