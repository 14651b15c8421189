import type { AgentEvent } from '../../shared/agent-event.js';
import { applyEvent } from '../../shared/apply-event.js';
import type { ContextUse, ConversationId, ConversationState, MessageId } from '../../shared/conversation.js';
import { mergeDeltas } from '../../shared/merge-deltas.js';

/** So many idle conversations stay in memory: enough to go back and forth between a few. */
const KEPT = 6;

/**
 * The conversations that are in memory. Of those in which nothing goes on the least recently used are let go: their events
 * make them anew, and nobody can tell. One that the store does not hold as it is now stays.
 */
export class ConversationStates {
  readonly #read: (id: ConversationId) => ConversationState;
  readonly #kept: number;
  /** The least recently used first. */
  readonly #states = new Map<ConversationId, ConversationState>();
  /** Not stored, and wanted when a conversation that was let go comes back. */
  readonly #contexts = new Map<ConversationId, ContextUse>();
  /** Messages that have begun and of which nothing is stored yet. */
  readonly #begun = new Map<ConversationId, ReadonlySet<MessageId>>();
  /** Conversations that hold an event which the store refused. */
  readonly #unstored = new Set<ConversationId>();
  #followed: ConversationId | undefined;
  /** The end of a text that streams; put into its conversation when somebody looks. */
  #streaming: { readonly id: ConversationId; readonly event: AgentEvent } | undefined;

  /** `read` makes a conversation of its stored events. */
  constructor(read: (id: ConversationId) => ConversationState, kept = KEPT) {
    this.#read = read;
    this.#kept = kept;
  }

  /** Whether it is in memory. */
  has(id: ConversationId): boolean {
    return this.#states.has(id);
  }

  get(id: ConversationId): ConversationState {
    this.#catchUp();
    const known = this.#states.get(id);
    if (known !== undefined) {
      this.#use(id, known);
      return known;
    }
    const read = this.#read(id);
    const context = this.#contexts.get(id);
    const state = context === undefined ? read : { ...read, context };
    this.#use(id, state);
    this.#letGo();
    return state;
  }

  /** Moves a conversation on by an event that the store holds or need not hold. */
  apply(id: ConversationId, event: AgentEvent): void {
    if (event.type === 'text-delta' || event.type === 'thinking-delta') {
      const { id: before, event: piece } = this.#streaming ?? {};
      const merged = before === id && piece !== undefined ? mergeDeltas(piece, event) : undefined;
      if (merged === undefined) this.#catchUp();
      this.#streaming = { id, event: merged ?? event };
      return;
    }
    this.#use(id, applyEvent(this.get(id), event));
    switch (event.type) {
      case 'context-measured':
        this.#contexts.set(id, event.use);
        return;
      case 'assistant-started':
        this.#begun.set(id, new Set([...(this.#begun.get(id) ?? []), event.messageId]));
        return;
      case 'assistant-finished':
        this.#settle(id, event.message.id);
        return;
      case 'turn-finished':
        this.#letGo();
        return;
      default:
    }
  }

  /** The same for an event that the store refused. */
  applyUnstored(id: ConversationId, event: AgentEvent): void {
    this.#unstored.add(id);
    this.apply(id, event);
  }

  /** The page shows this one from now on, and no other. */
  follow(id: ConversationId): void {
    this.#followed = id;
    this.#letGo();
  }

  /** It is no more. */
  forget(id: ConversationId): void {
    if (this.#streaming?.id === id) this.#streaming = undefined;
    this.#states.delete(id);
    this.#contexts.delete(id);
    this.#begun.delete(id);
    this.#unstored.delete(id);
  }

  #catchUp(): void {
    const streaming = this.#streaming;
    if (streaming === undefined) return;
    this.#streaming = undefined;
    this.#use(streaming.id, applyEvent(this.get(streaming.id), streaming.event));
  }

  #settle(id: ConversationId, messageId: MessageId): void {
    const left = new Set(this.#begun.get(id));
    left.delete(messageId);
    if (left.size > 0) this.#begun.set(id, left);
    else this.#begun.delete(id);
  }

  /** Keeps it as the one that was used last. */
  #use(id: ConversationId, state: ConversationState): void {
    this.#states.delete(id);
    this.#states.set(id, state);
  }

  #letGo(): void {
    if (this.#states.size <= this.#kept) return;
    // The last one is in somebody's hands.
    const idle = [...this.#states].slice(0, -1).filter(([id, state]) => this.#isIdle(id, state));
    for (const [id] of idle.slice(0, this.#states.size - this.#kept)) this.#states.delete(id);
  }

  /** A question to the user is open only while a turn runs. */
  #isIdle(id: ConversationId, { turn, queue = [] }: ConversationState): boolean {
    const busy = turn.kind === 'running' || queue.length > 0 || id === this.#followed;
    return !busy && !this.#begun.has(id) && !this.#unstored.has(id);
  }
}
