import type { AgentEvent } from '../../shared/agent-event.js';
import type { FileHash } from '../../shared/chat-file.js';
import type { ConversationId, ConversationSummary, MessageId } from '../../shared/conversation.js';
import type { RequestUsage } from '../../shared/request-usage.js';
import type { KindSum } from '../../shared/usage-day.js';

/** A message that was found, with all its text. */
export interface FoundMessage {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly role: 'user' | 'assistant';
  /** ms since the epoch. */
  readonly at: number;
  readonly text: string;
}

/** Where conversations live. Every function is durable when it returns, and throws a `GatehouseError` when it can't be. */
export interface ConversationStore {
  /** Most recently changed first, those that were deleted and can still come back among them. */
  list(): readonly ConversationSummary[];
  /** Creates or replaces the summary. */
  put(summary: ConversationSummary): void;
  /** Appends one durable event; a request that it ends is counted. */
  append(id: ConversationId, event: AgentEvent): void;
  /** Appends many, all or none. They happened in another conversation: their requests are not counted (again). */
  appendAll(id: ConversationId, events: readonly AgentEvent[]): void;
  /** Every event in order; empty for an unknown id. */
  events(id: ConversationId): readonly AgentEvent[];
  /** Messages of chats that are not deleted that hold each of these words, whatever their case; the newest first. */
  search(words: readonly string[], limit: number): readonly FoundMessage[];
  /** Counts a request of no conversation. */
  count(request: RequestUsage): void;
  /**
   * What was counted in each time from one of these up to the next, by model and kind, in all conversations, removed ones
   * too: what was paid stays paid. ms since the epoch, in order; one list for each time.
   */
  usage(bounds: readonly number[]): readonly (readonly KindSum[])[];
  /** For good; a file goes with the last conversation that has it. */
  remove(id: ConversationId): void;
  /** Keeps a file for an event that will name it. */
  addFile(bytes: Uint8Array): FileHash;
  /** Undefined where there is none, or not what its name says. */
  file(hash: FileHash): Uint8Array | undefined;
  /** Files that were kept and that no event names go for good, but for these. */
  releaseFiles(keep: ReadonlySet<FileHash>): void;
}
