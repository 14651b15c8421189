import { createHash } from 'node:crypto';
import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { FileHash } from '../../shared/chat-file.js';
import type { ConversationId, ConversationSummary } from '../../shared/conversation.js';
import { type RequestUsage, usageOfEvent } from '../../shared/request-usage.js';
import { dollarsOf } from '../../shared/usage-cost.js';
import { type KindSum, usageKindOf } from '../../shared/usage-day.js';
import type { ConversationStore } from './conversation-store.js';
import { type SearchableText, searchableText } from './searchable-text.js';

/** Conversations kept in memory, for one run; the same order and the same rules as on disk. */
export function createMemoryConversationStore(): ConversationStore {
  const summaries = new Map<ConversationId, ConversationSummary>();
  const events = new Map<ConversationId, readonly AgentEvent[]>();
  const files = new Map<FileHash, Uint8Array>();
  const requests: RequestUsage[] = [];
  const append = (id: ConversationId, more: readonly AgentEvent[]): void => {
    events.set(id, [...(events.get(id) ?? []), ...structuredClone(more)]);
  };
  return {
    list: () => [...summaries.values()].toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)),
    put: (summary) => {
      summaries.set(summary.id, summary);
    },
    append: (id, event) => {
      append(id, [event]);
      const request = usageOfEvent(event);
      if (request !== undefined) requests.push(request);
    },
    appendAll: append,
    count: (request) => {
      requests.push(request);
    },
    events: (id) => events.get(id) ?? [],
    search: (words, limit) => {
      const asked = words.filter((word) => word !== '').map((word) => word.toLowerCase());
      if (asked.length === 0) return [];
      const deleted = new Set([...summaries.values()].flatMap((summary) => (summary.deletedAt ? [summary.id] : [])));
      return [...events.entries()]
        .filter(([id]) => !deleted.has(id))
        .flatMap(([conversationId, all]) => messagesOf(all).map((message) => ({ conversationId, ...message })))
        .filter(({ text }) => asked.every((word) => text.toLowerCase().includes(word)))
        .toReversed()
        .slice(0, limit);
    },
    usage: (bounds) =>
      bounds.slice(1).map((end, place) => {
        const begin = bounds[place] ?? end;
        return sums(requests.filter(({ at }) => at >= begin && at < end));
      }),
    remove: (id) => {
      summaries.delete(id);
      events.delete(id);
    },
    addFile: (bytes) => {
      const hash = branded<FileHash>(createHash('sha256').update(bytes).digest('hex'));
      files.set(hash, Uint8Array.from(bytes));
      return hash;
    },
    file: (hash) => files.get(hash),
    // It is gone with the run.
    releaseFiles: () => undefined,
  };
}

function sums(requests: readonly RequestUsage[]): readonly KindSum[] {
  const all = new Map<string, KindSum>();
  for (const request of requests) {
    const { model, usage } = request;
    const { inputTokens, cacheReadTokens = 0, outputTokens } = usage;
    const kind = usageKindOf(request);
    const key = JSON.stringify([model, kind]);
    const before = all.get(key);
    const dollars = dollarsOf(model, usage);
    all.set(key, {
      model,
      kind,
      requests: (before?.requests ?? 0) + 1,
      inputTokens: (before?.inputTokens ?? 0) + inputTokens,
      cacheReadTokens: (before?.cacheReadTokens ?? 0) + cacheReadTokens,
      outputTokens: (before?.outputTokens ?? 0) + outputTokens,
      ...(dollars === undefined ? {} : { dollars: (before?.dollars ?? 0) + dollars }),
    });
  }
  return [...all.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** The words of the messages that are still there. */
function messagesOf(events: readonly AgentEvent[]): readonly SearchableText[] {
  const removed = new Set(events.flatMap((event) => (event.type === 'history-rewound' ? event.messageIds : [])));
  return events.flatMap((event) => {
    const found = searchableText(event);
    return found === undefined || removed.has(found.messageId) ? [] : [found];
  });
}
