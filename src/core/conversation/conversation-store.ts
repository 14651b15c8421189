import type { AgentEvent } from '../../shared/agent-event.js';
import type { ConversationId, ConversationSummary } from '../../shared/conversation.js';

/** Where conversations live. Every function is durable when it returns, and throws a `GatehouseError` when it can't be. */
export interface ConversationStore {
  /** Most recently changed first. */
  list(): readonly ConversationSummary[];
  /** Creates or replaces the summary. */
  put(summary: ConversationSummary): void;
  /** Appends one durable event. */
  append(id: ConversationId, event: AgentEvent): void;
  /** Every event in order; empty for an unknown id. */
  events(id: ConversationId): readonly AgentEvent[];
  remove(id: ConversationId): void;
}
