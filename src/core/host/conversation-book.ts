import { type AgentEvent, isPassingEvent } from '../../shared/agent-event.js';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type {
  ConversationId,
  ConversationState,
  ConversationSummary,
  MessageId,
  UserBlock,
} from '../../shared/conversation.js';
import type { SearchHit } from '../../shared/search-hit.js';
import type { RequestUsage } from '../../shared/request-usage.js';
import type { KindSum } from '../../shared/usage-day.js';
import { type Attachment, attachmentsOf } from '../../shared/attachment.js';
import { ownText } from '../../shared/hook-words.js';
import { branchEvents } from '../conversation/branch-events.js';
import type { ConversationStore } from '../conversation/conversation-store.js';
import { searchExcerpt } from '../conversation/search-excerpt.js';
import { GatehouseError } from '../errors.js';
import { Emitter } from '../observable.js';
import { ConversationStates } from './conversation-states.js';

const TITLE_LENGTH = 60;
/** How long a deleted conversation can come back, at least; when the app ends it goes. ms. */
const UNDO_MS = 60_000;
/** A search shows so many messages at most. */
const MOST_HITS = 50;

export interface BookParts {
  readonly store: ConversationStore;
  readonly now: () => number;
  readonly newId: () => string;
}

/** All conversations. A durable event is stored before anybody hears of it. */
export class ConversationBook {
  readonly changed = new Emitter<void>();
  readonly events = new Emitter<{ readonly id: ConversationId; readonly event: AgentEvent }>();
  readonly #parts: BookParts;
  readonly #summaries = new Map<string, ConversationSummary>();
  readonly #states: ConversationStates;

  constructor(parts: BookParts) {
    this.#parts = parts;
    this.#states = new ConversationStates((id) => parts.store.events(id).reduce(applyEvent, emptyConversation(id)));
    for (const summary of parts.store.list()) this.#summaries.set(summary.id, summary);
    this.#purge(Infinity);
  }

  /** Most recently changed first; without the deleted ones. */
  list(): readonly ConversationSummary[] {
    return [...this.#summaries.values()]
      .filter((summary) => summary.deletedAt === undefined)
      .toSorted((left, right) => right.updatedAt - left.updatedAt);
  }

  /** Throws `unknown-conversation`. */
  get(id: string): ConversationSummary {
    const summary = this.#summaries.get(id);
    if (summary !== undefined && summary.deletedAt === undefined) return summary;
    throw new GatehouseError('unknown-conversation', 'This chat is not there any more.');
  }

  has(id: string): boolean {
    return this.#summaries.get(id)?.deletedAt === undefined && this.#summaries.has(id);
  }

  create(): ConversationSummary {
    const at = this.#parts.now();
    const id = branded<ConversationId>(this.#parts.newId());
    return this.#put({ id, title: '', createdAt: at, updatedAt: at });
  }

  rename(id: string, title: string): void {
    this.#put({ ...this.get(id), title: title.trim() === '' ? this.get(id).title : title.trim() });
  }

  pin(id: string, pinned: boolean): void {
    const { pinned: _pinned, ...summary } = this.get(id);
    this.#put(pinned ? { ...summary, pinned } : summary);
  }

  /** Takes it out of sight; for a while it can come back. */
  remove(id: ConversationId): void {
    this.#purge(this.#parts.now() - UNDO_MS);
    this.#put({ ...this.get(id), deletedAt: this.#parts.now() });
  }

  /** Brings back what was deleted. Throws `unknown-conversation` where it is gone for good. */
  restore(id: string): void {
    const known = this.#summaries.get(id);
    if (known === undefined) throw new GatehouseError('unknown-conversation', 'This chat was deleted for good.');
    const { deletedAt: _deletedAt, ...summary } = known;
    this.#put(summary);
  }

  /** A new conversation that begins as this one did, up to a message. Throws `unknown-message`. */
  branch(
    id: string,
    messageId: string,
  ): { readonly id: ConversationId; readonly draft?: string; readonly attachments?: readonly Attachment[] } {
    const { id: from, title } = this.get(id);
    const branch = branchEvents(this.#parts.store.events(from), branded<MessageId>(messageId), this.#parts.now());
    if (branch === undefined) throw new GatehouseError('unknown-message', 'This message is not in the chat any more.');
    const titles = new Set(this.list().map((summary) => summary.title));
    const made = this.add(nextTitle(title, titles), this.#parts.now(), branch.events);
    const { said } = branch;
    return said === undefined
      ? { id: made }
      : { id: made, draft: ownText(said), attachments: attachmentsOf(from, said) };
  }

  /** A new conversation of these events; `createdAt` in ms since the epoch. */
  add(title: string, createdAt: number, events: readonly AgentEvent[]): ConversationId {
    const id = branded<ConversationId>(this.#parts.newId());
    // Events first: a chat that is in the list is whole.
    this.#parts.store.appendAll(id, events);
    this.#put({ id, title, createdAt, updatedAt: this.#parts.now() });
    return id;
  }

  /**
   * Messages that hold every word, the newest first, with what stands around the first word. `more`: there are others.
   */
  search(query: string): { readonly hits: readonly SearchHit[]; readonly more: boolean } {
    const words = query.split(/\s+/u).filter((word) => word !== '');
    const found = this.#parts.store.search(words, MOST_HITS + 1);
    const segmenter = new Intl.Segmenter();
    const hits = found.slice(0, MOST_HITS).map(({ text, ...message }) => ({
      ...message,
      ...searchExcerpt(text, words[0] ?? '', segmenter),
    }));
    return { hits, more: found.length > MOST_HITS };
  }

  /** Counts a request that no chat made. */
  count(request: Omit<RequestUsage, 'id' | 'at'>): void {
    this.#parts.store.count({ ...request, id: this.#parts.newId(), at: this.#parts.now() });
  }

  /** What was asked of models in each time from one of these up to the next, ms since the epoch; deleted chats count. */
  usage(bounds: readonly number[]): readonly (readonly KindSum[])[] {
    return this.#parts.store.usage(bounds);
  }

  /** Deleted conversations go for good. Idempotent. */
  close(): void {
    this.#purge(Infinity);
  }

  /** Those that were deleted before then. */
  #purge(before: number): void {
    for (const { id, deletedAt } of this.#summaries.values()) {
      if (deletedAt === undefined || deletedAt >= before) continue;
      this.#parts.store.remove(id);
      this.#summaries.delete(id);
      this.#states.forget(id);
    }
  }

  /** The conversation as its events make it; a turn that the end of the app cut off is closed, and stored so. */
  state(id: ConversationId): ConversationState {
    const isRead = !this.#states.has(id);
    const { turn } = this.#states.get(id);
    if (isRead && turn.kind === 'running') {
      const { turnId } = turn;
      this.append(id, { type: 'turn-finished', turnId, outcome: { kind: 'cancelled' }, at: this.#parts.now() });
    }
    return this.#states.get(id);
  }

  /** The same for a page, which follows this one from now on and no other. */
  open(id: ConversationId): ConversationState {
    const state = this.state(id);
    this.#states.follow(id);
    return state;
  }

  /** Moves the conversation on. Throws where a durable event can't be stored; then nothing has moved. */
  append(id: ConversationId, event: AgentEvent): void {
    // Read anew, it may hold a turn that was cut off; that ends first.
    if (!this.#states.has(id)) this.state(id);
    if (!isPassingEvent(event)) this.#parts.store.append(id, event);
    this.#states.apply(id, event);
    this.events.emit({ id, event });
    if (event.type === 'user-message') this.#touched(id, titleText(event.message.blocks));
    else if (event.type === 'turn-finished') this.#touched(id);
  }

  /** What a view is told where the store refuses: the turn ends for the view, though it could not be kept. */
  appendUnstored(id: ConversationId, event: AgentEvent): void {
    this.#states.applyUnstored(id, event);
    this.events.emit({ id, event });
  }

  #touched(id: ConversationId, firstText?: string): void {
    const summary = this.#summaries.get(id);
    if (summary === undefined) return;
    const title = summary.title === '' && firstText !== undefined ? titleOf(firstText) : summary.title;
    this.#put({ ...summary, title, updatedAt: this.#parts.now() });
  }

  #put(summary: ConversationSummary): ConversationSummary {
    this.#parts.store.put(summary);
    this.#summaries.set(summary.id, summary);
    this.changed.emit();
    return summary;
  }
}

/** The title with the next number, so that in a list the branch can be told from its origin; an empty one stays so. */
function nextTitle(title: string, taken: ReadonlySet<string>): string {
  if (title === '') return title;
  const [, first = '', counted] = /^(.*) \((\d{1,4})\)$/su.exec(title) ?? [];
  // A number that counts nothing here is a part of the name: a year, say.
  const isCounted = counted !== undefined && taken.has(first);
  for (let number = isCounted ? Number(counted) + 1 : 2; ; number++) {
    const next = `${isCounted ? first : title} (${number})`;
    if (!taken.has(next)) return next;
  }
}

/** What the user wrote names a chat, else what was attached. */
function titleText(blocks: readonly UserBlock[]): string {
  const own = ownText({ blocks });
  if (own.trim() !== '') return own;
  return blocks.map((block) => (block.type === 'file' ? block.file.name : (block.source?.given.name ?? ''))).join(' ');
}

/** The first message as a line of the list: one line, cut between characters. */
function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...new Intl.Segmenter().segment(line.slice(0, TITLE_LENGTH * 8))].map(({ segment }) => segment);
  return characters.length <= TITLE_LENGTH ? characters.join('') : `${characters.slice(0, TITLE_LENGTH - 1).join('')}…`;
}
