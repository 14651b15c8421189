import type { AgentEvent } from './agent-event.js';
import type { AssistantMessage, ConversationState, ModelUsage, RequestShares } from './conversation.js';
import type { HistorySummary } from './history-summary.js';

/** One answered request to the model. */
export interface RequestUsage {
  /** Of the answer, or of the summary that was asked for. */
  readonly id: string;
  readonly kind: 'answer' | 'summary';
  /** ms since the epoch. */
  readonly at: number;
  readonly model: string;
  readonly usage: ModelUsage;
  readonly shares?: RequestShares;
}

/** What the model server counted for an answer; undefined where it counted nothing. */
export function usageOfAnswer({ id, at, model, usage, shares }: AssistantMessage): RequestUsage | undefined {
  if (usage === undefined || usage.inputTokens + usage.outputTokens === 0) return undefined;
  return { id, kind: 'answer', at, model, usage, ...(shares === undefined ? {} : { shares }) };
}

export function usageOfSummary({ id, at, model, usage }: HistorySummary): RequestUsage | undefined {
  return usage === undefined ? undefined : { id, kind: 'summary', at, model, usage };
}

/** The request that an event ends; undefined for every other event. */
export function usageOfEvent(event: AgentEvent): RequestUsage | undefined {
  if (event.type === 'assistant-finished') return usageOfAnswer(event.message);
  return event.type === 'history-summarised' ? usageOfSummary(event.summary) : undefined;
}

/** With one request more. What was paid for stays paid for, also where its message leaves the conversation. */
export function withRequest(state: ConversationState, request: RequestUsage | undefined): ConversationState {
  return request === undefined ? state : { ...state, requests: [...(state.requests ?? []), request] };
}
