import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId, TurnId, TurnOutcome } from '../../shared/conversation.js';
import { errorMessage, GatehouseError } from '../errors.js';
import type { ConversationBook } from './conversation-book.js';

/** Runs one turn of a conversation and resolves with how it ended. */
export type RunTurn = (
  id: ConversationId,
  emit: (event: AgentEvent) => void,
  signal: AbortSignal,
) => Promise<TurnOutcome>;

interface Running {
  readonly turnId: TurnId;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** At most one running turn in each conversation. */
export class ConversationRunner {
  readonly #book: ConversationBook;
  readonly #runTurn: RunTurn;
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #running = new Map<ConversationId, Running>();
  #closed = false;

  constructor(parts: { book: ConversationBook; runTurn: RunTurn; now: () => number; newId: () => string }) {
    this.#book = parts.book;
    this.#runTurn = parts.runTurn;
    this.#now = parts.now;
    this.#newId = parts.newId;
  }

  /** Throws where a turn can't begin now. */
  checkIdle(conversationId: string): void {
    this.#idle(conversationId);
  }

  /** Begins a turn with a message of the user and what hooks add to it. Returns when the message is stored. */
  send(conversationId: string, text: string, context: readonly string[] = []): void {
    const id = this.#idle(conversationId);
    if (text.trim() === '') throw new GatehouseError('empty-message', 'The message is empty.');
    this.#begin(id, [text, ...context.map(fromHook)]);
  }

  /** Goes on after the cap on rounds. */
  continue(conversationId: string): void {
    const id = this.#idle(conversationId);
    if (this.#lastOutcome(id) !== 'limit') {
      throw new GatehouseError('nothing-to-continue', 'The last turn did not stop at its cap of rounds.');
    }
    this.#begin(id);
  }

  /** Sends the same history again after a failed turn. */
  retry(conversationId: string): void {
    const id = this.#idle(conversationId);
    if (this.#lastOutcome(id) !== 'failed') {
      throw new GatehouseError('nothing-to-retry', 'The last turn did not fail.');
    }
    this.#begin(id);
  }

  /** Says one of the user's messages anew, in other words: it and all that came after it leave the conversation. */
  resend(conversationId: string, messageId: string, text: string, context: readonly string[] = []): void {
    const id = this.#idle(conversationId);
    if (text.trim() === '') throw new GatehouseError('empty-message', 'The message is empty.');
    const { messages } = this.#book.state(id);
    const at = messages.findIndex((message) => message.id === messageId && message.role === 'user');
    if (at === -1) throw new GatehouseError('unknown-message', 'This message is not in the chat any more.');
    this.#rewind(id, at);
    this.#begin(id, [text, ...context.map(fromHook)]);
  }

  /** Answers the last message of the user anew: all that came after it leaves the conversation. */
  regenerate(conversationId: string): void {
    const id = this.#idle(conversationId);
    const at = this.#book.state(id).messages.findLastIndex((message) => message.role === 'user');
    if (at === -1) throw new GatehouseError('nothing-to-retry', 'There is no message to answer yet.');
    this.#rewind(id, at + 1);
    this.#begin(id);
  }

  /** Takes the messages from that place on away. */
  #rewind(id: ConversationId, from: number): void {
    const messageIds = this.#book
      .state(id)
      .messages.slice(from)
      .map((message) => message.id);
    if (messageIds.length > 0) this.#book.append(id, { type: 'history-rewound', messageIds, at: this.#now() });
  }

  /** Asks the running turn to end; without one nothing happens. */
  stop(conversationId: string): void {
    this.#running.get(this.#book.get(conversationId).id)?.abort.abort();
  }

  /** Resolves when the turn of this conversation has ended. */
  async stopped(id: ConversationId): Promise<void> {
    const running = this.#running.get(id);
    running?.abort.abort();
    await running?.done;
  }

  /** Ends every turn; no new one begins. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#running.keys()].map((id) => this.stopped(id)));
  }

  #idle(conversationId: string): ConversationId {
    if (this.#closed) throw new GatehouseError('closing', 'Gatehouse is closing.');
    const { id } = this.#book.get(conversationId);
    if (this.#running.has(id)) {
      throw new GatehouseError('busy', 'This chat is still working on the last message. Wait, or stop it first.');
    }
    return id;
  }

  #lastOutcome(id: ConversationId): TurnOutcome['kind'] | undefined {
    const { turn } = this.#book.state(id);
    return turn.kind === 'ended' ? turn.outcome.kind : undefined;
  }

  #begin(id: ConversationId, texts: readonly string[] = []): void {
    const turnId = branded<TurnId>(this.#newId());
    const abort = new AbortController();
    this.#book.append(id, { type: 'turn-started', turnId, at: this.#now() });
    if (texts.length > 0) {
      try {
        this.#appendMessage(id, texts);
      } catch (error) {
        this.#finish(id, turnId, storageFailure(error));
        throw error;
      }
    }
    this.#running.set(id, { turnId, abort, done: this.#run(id, turnId, abort.signal) });
  }

  #appendMessage(id: ConversationId, texts: readonly string[]): void {
    this.#book.append(id, {
      type: 'user-message',
      message: {
        role: 'user',
        id: branded<MessageId>(this.#newId()),
        at: this.#now(),
        blocks: texts.map((text) => ({ type: 'text', text })),
      },
    });
  }

  async #run(id: ConversationId, turnId: TurnId, signal: AbortSignal): Promise<void> {
    let outcome: TurnOutcome;
    try {
      outcome = await this.#runTurn(id, (event) => this.#book.append(id, event), signal);
    } catch (error) {
      outcome = storageFailure(error);
    }
    this.#running.delete(id);
    this.#finish(id, turnId, outcome);
  }

  #finish(id: ConversationId, turnId: TurnId, outcome: TurnOutcome): void {
    const event = { type: 'turn-finished', turnId, outcome, at: this.#now() } as const;
    try {
      this.#book.append(id, event);
    } catch (error) {
      this.#book.appendUnstored(id, { ...event, outcome: storageFailure(error) });
    }
  }
}

/** The reader and the model see whose words these are. */
function fromHook(context: string): string {
  return `[Added by a UserPromptSubmit hook]\n${context}`;
}

function storageFailure(error: unknown): TurnOutcome {
  const code = error instanceof GatehouseError ? error.code : 'internal';
  return { kind: 'failed', code, message: `The turn was ended: ${errorMessage(error)}` };
}
