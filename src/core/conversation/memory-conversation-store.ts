import type { AgentEvent } from '../../shared/agent-event.js';
import type { ConversationId, ConversationSummary } from '../../shared/conversation.js';
import type { ConversationStore } from './conversation-store.js';

/** Conversations kept in memory, for one run; the same order and the same rules as on disk. */
export function createMemoryConversationStore(): ConversationStore {
  const summaries = new Map<ConversationId, ConversationSummary>();
  const events = new Map<ConversationId, readonly AgentEvent[]>();
  return {
    list: () => [...summaries.values()].toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)),
    put: (summary) => {
      summaries.set(summary.id, summary);
    },
    append: (id, event) => {
      events.set(id, [...(events.get(id) ?? []), structuredClone(event)]);
    },
    events: (id) => events.get(id) ?? [],
    remove: (id) => {
      summaries.delete(id);
      events.delete(id);
    },
  };
}
