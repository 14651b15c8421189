import type { AgentEvent } from './agent-event.js';
import type { AssistantMessage, ConversationState, ModelUsage, RequestShares } from './conversation.js';
import type { HistorySummary } from './history-summary.js';

/** One request to the model that was paid for. */
export interface RequestUsage {
  /** Of the answer or the summary that was asked for; one that came to no such thing has an id of its own. */
  readonly id: string;
  /** `broken`: it ended before its answer was whole. `server`: a server asked for it, whole or not; of no chat. */
  readonly kind: 'answer' | 'summary' | 'broken' | 'server';
  /** ms since the epoch. */
  readonly at: number;
  readonly model: string;
  /** Of one that broke off what was counted by then: all that it read, and little of what it wrote. */
  readonly usage: ModelUsage;
  readonly shares?: RequestShares;
}

/** What the model server counted for an answer; undefined where it counted nothing. */
export function usageOfAnswer({ id, at, model, usage, shares }: AssistantMessage): RequestUsage | undefined {
  if (usage === undefined || !isCounted(usage)) return undefined;
  return { id, kind: 'answer', at, model, usage, ...(shares === undefined ? {} : { shares }) };
}

/** False where the model server counted nothing, as the practice model does. */
export function isCounted({ inputTokens, outputTokens }: ModelUsage): boolean {
  return inputTokens + outputTokens > 0;
}

export function usageOfSummary({ id, at, model, usage }: HistorySummary): RequestUsage | undefined {
  return usage === undefined ? undefined : { id, kind: 'summary', at, model, usage };
}

/** The request that an event ends; undefined for every other event. */
export function usageOfEvent(event: AgentEvent): RequestUsage | undefined {
  if (event.type === 'request-broken') return event.request;
  if (event.type === 'assistant-finished') return usageOfAnswer(event.message);
  return event.type === 'history-summarised' ? usageOfSummary(event.summary) : undefined;
}

/** With one request more. What was paid for stays paid for, also where its message leaves the conversation. */
export function withRequest(state: ConversationState, request: RequestUsage | undefined): ConversationState {
  return request === undefined ? state : { ...state, requests: [...(state.requests ?? []), request] };
}
