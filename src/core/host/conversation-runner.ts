import { branded } from '../../shared/brand.js';
import type {
  ConversationId,
  MessageId,
  QueuedMessage,
  ToolCallId,
  TurnId,
  TurnOutcome,
  UserBlock,
} from '../../shared/conversation.js';
import { hookText } from '../../shared/hook-words.js';
import type { Clock } from '../clock.js';
import { GatehouseError } from '../errors.js';
import type { ConversationBook } from './conversation-book.js';
import { finishTurn, RunningTurn, type RunTurn, storageFailure } from './running-turn.js';

/** Messages that may wait in one conversation. */
const MOST_QUEUED = 20;

/** What is said beside the text: what hooks add to it, and what was attached. */
export interface Beside {
  readonly context?: readonly string[];
  readonly parts?: readonly UserBlock[];
}

/** At most one running turn in each conversation. */
export class ConversationRunner {
  readonly #book: ConversationBook;
  readonly #runTurn: RunTurn;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #running = new Map<ConversationId, RunningTurn>();
  /** Turns of which something still runs, also where they have ended for the view. */
  readonly #windingDown = new Set<{ readonly id: ConversationId; readonly done: Promise<void> }>();
  /** Conversations whose next queued message is sent however the turn ends. */
  readonly #interrupting = new Set<ConversationId>();
  #closed = false;

  constructor(parts: { book: ConversationBook; runTurn: RunTurn; clock: Clock; newId: () => string }) {
    this.#book = parts.book;
    this.#runTurn = parts.runTurn;
    this.#clock = parts.clock;
    this.#newId = parts.newId;
  }

  /** Throws where a turn can't begin now. */
  checkIdle(conversationId: string): void {
    this.#idle(conversationId);
  }

  /** Begins a turn with a message of the user and what belongs to it. Returns when the message is stored. */
  send(conversationId: string, text: string, beside: Beside = {}): void {
    const id = this.#idle(conversationId);
    this.#begin(id, blocksOf(text, beside));
  }

  /** Goes on after a limit of the turn. */
  continue(conversationId: string): void {
    const id = this.#idle(conversationId);
    if (this.#lastOutcome(id) !== 'limit') {
      throw new GatehouseError('nothing-to-continue', 'The last turn did not stop at a limit.');
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
  resend(conversationId: string, messageId: string, text: string, beside: Beside = {}): void {
    const id = this.#idle(conversationId);
    const blocks = blocksOf(text, beside);
    const { messages } = this.#book.state(id);
    const at = messages.findIndex((message) => message.id === messageId && message.role === 'user');
    if (at === -1) throw new GatehouseError('unknown-message', 'This message is not in the chat any more.');
    this.#rewind(id, at);
    this.#begin(id, blocks);
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
    if (messageIds.length > 0) this.#book.append(id, { type: 'history-rewound', messageIds, at: this.#clock.now() });
  }

  /** Asks the running turn to end; without one nothing happens. */
  stop(conversationId: string): void {
    this.#running.get(this.#book.get(conversationId).id)?.stop();
  }

  /** One running call is to end, the turn goes on; a call that does not run stays as it is. */
  cancelCall(conversationId: string, callId: string): void {
    this.#running.get(this.#book.get(conversationId).id)?.cancelCall.emit(branded<ToolCallId>(callId));
  }

  /** A request that waits to be sent again is sent now; without one nothing happens. */
  retryNow(conversationId: string): void {
    this.#running.get(this.#book.get(conversationId).id)?.hurry.emit();
  }

  /** Says something as soon as the running turn has ended well; at once where none runs. */
  queue(conversationId: string, text: string, beside: Beside = {}): void {
    const { id } = this.#book.get(conversationId);
    if (!this.#running.has(id)) return this.send(conversationId, text, beside);
    mustSaySomething(text, beside);
    const { context = [], parts = [] } = beside;
    const queue = this.#queueOf(id);
    if (queue.length >= MOST_QUEUED) {
      throw new GatehouseError('queue-full', `${MOST_QUEUED} messages wait already. Take one out, or stop the turn.`);
    }
    this.#setQueue(id, [...queue, { id: this.#newId(), text, context, ...(parts.length === 0 ? {} : { parts }) }]);
  }

  /** Takes a message out of the queue, and gives it. Throws where it was sent meanwhile. */
  unqueue(conversationId: string, queuedId: string): QueuedMessage {
    const { id } = this.#book.get(conversationId);
    const { queue, message } = this.#queued(id, queuedId);
    this.#setQueue(
      id,
      queue.filter((other) => other.id !== queuedId),
    );
    return message;
  }

  /** Says a queued message now: the running turn is stopped first. Throws where it was sent meanwhile. */
  sendQueued(conversationId: string, queuedId: string): void {
    const { id } = this.#book.get(conversationId);
    const { queue, message } = this.#queued(id, queuedId);
    const running = this.#running.get(id);
    if (running === undefined) {
      this.#idle(id);
      return this.#begin(id, blocksOf(message.text, message), message);
    }
    this.#setQueue(id, [message, ...queue.filter((other) => other !== message)]);
    this.#interrupting.add(id);
    running.stop();
  }

  #queueOf(id: ConversationId): readonly QueuedMessage[] {
    return this.#book.state(id).queue ?? [];
  }

  #queued(id: ConversationId, queuedId: string): { queue: readonly QueuedMessage[]; message: QueuedMessage } {
    const queue = this.#queueOf(id);
    const message = queue.find((one) => one.id === queuedId);
    if (message !== undefined) return { queue, message };
    throw new GatehouseError('unknown-message', 'This message does not wait any more: it was sent or taken out.');
  }

  #setQueue(id: ConversationId, queue: readonly QueuedMessage[]): void {
    this.#book.append(id, { type: 'queue-changed', queue, at: this.#clock.now() });
  }

  /** Resolves when nothing of any turn of this conversation runs any more. */
  async stopped(id: ConversationId): Promise<void> {
    this.#running.get(id)?.stop();
    await Promise.all([...this.#windingDown].filter((turn) => turn.id === id).map((turn) => turn.done));
  }

  /** Ends every turn; no new one begins. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const turn of this.#running.values()) turn.stop();
    await Promise.all([...this.#windingDown].map((turn) => turn.done));
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

  /** `queued`: the message that leaves the queue with it. */
  #begin(id: ConversationId, blocks: readonly UserBlock[] = [], queued?: QueuedMessage): void {
    const turnId = branded<TurnId>(this.#newId());
    this.#book.append(id, { type: 'turn-started', turnId, at: this.#clock.now() });
    try {
      if (blocks.length > 0) this.#appendMessage(id, blocks);
      if (queued !== undefined) {
        this.#setQueue(
          id,
          this.#queueOf(id).filter((message) => message.id !== queued.id),
        );
      }
    } catch (error) {
      const outcome = storageFailure(error);
      finishTurn(this.#book, id, { type: 'turn-finished', turnId, outcome, at: this.#clock.now() });
      throw error;
    }
    const onEnd = (outcome: TurnOutcome): void => this.#ended(id, outcome);
    const parts = { book: this.#book, clock: this.#clock, conversationId: id, turnId, onEnd };
    const turn = new RunningTurn(parts, this.#runTurn);
    this.#running.set(id, turn);
    const windingDown = { id, done: turn.done };
    this.#windingDown.add(windingDown);
    void turn.done.finally(() => this.#windingDown.delete(windingDown));
  }

  /** What was said meanwhile is sent when the turn ended well, or when the user asked for it. */
  #ended(id: ConversationId, outcome: TurnOutcome): void {
    this.#running.delete(id);
    const interrupting = this.#interrupting.delete(id);
    const [next] = this.#queueOf(id);
    if (next === undefined || this.#closed || (outcome.kind !== 'completed' && !interrupting)) return;
    try {
      this.#begin(id, blocksOf(next.text, next), next);
    } catch (error) {
      // The turn that could not begin says so in the chat, and the message stays in the queue.
      console.error('a queued message was not sent', error);
    }
  }

  #appendMessage(id: ConversationId, blocks: readonly UserBlock[]): void {
    this.#book.append(id, {
      type: 'user-message',
      message: {
        role: 'user',
        id: branded<MessageId>(this.#newId()),
        at: this.#clock.now(),
        blocks,
      },
    });
  }
}

function fromHook(text: string): string {
  return hookText({ event: 'UserPromptSubmit', text });
}

/** Files and what servers gave come first: models read best what is asked about before the question. */
function blocksOf(text: string, beside: Beside): readonly UserBlock[] {
  mustSaySomething(text, beside);
  const { context = [], parts = [] } = beside;
  const words = text.trim() === '' ? [] : [text];
  return [...parts, ...[...words, ...context.map(fromHook)].map((said) => ({ type: 'text', text: said }) as const)];
}

function mustSaySomething(text: string, { parts = [] }: Beside): void {
  if (text.trim() === '' && parts.length === 0) throw new GatehouseError('empty-message', 'The message is empty.');
}
