import type { Brand } from './brand.js';
import type { ContentOrigin } from './content-origin.js';
import type { ConversationState, MessageId, ModelUsage } from './conversation.js';
import type { Told } from './told.js';

export type SummaryId = Brand<'SummaryId'>;

/** What the model is sent in place of the older messages of a conversation. The messages themselves stay. */
export interface HistorySummary {
  readonly id: SummaryId;
  /** The last message that it stands for. */
  readonly upTo: MessageId;
  /** The last message that there was when it was made: thinking up to there was signed for another beginning. */
  readonly madeAt: MessageId;
  readonly text: string;
  /** The model that wrote it. */
  readonly model: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly usage?: ModelUsage;
  /** Where texts from outside came from that it was made of; empty: there were none. */
  readonly origins: readonly ContentOrigin[];
}

/** The older messages are being summarised, or why that failed in the last turn. Passing: never stored. */
export type SummaryWork =
  | { readonly kind: 'running'; readonly since: number }
  | { readonly kind: 'failed'; readonly why: Told };

/** Events of summaries; `summary-started` and `summary-failed` are passing ones. */
export type SummaryEvent =
  | { readonly type: 'summary-started'; readonly at: number }
  | { readonly type: 'summary-failed'; readonly why: Told; readonly at: number }
  | { readonly type: 'history-summarised'; readonly summary: HistorySummary }
  /** The user wants the whole history sent again: no summary holds any more. */
  | { readonly type: 'summary-undone'; readonly summaryId: SummaryId; readonly at: number };

/** The summary that is sent now; undefined: the whole history is. */
export function activeSummary({ summaries }: ConversationState): HistorySummary | undefined {
  return summaries?.at(-1);
}

export function applySummaryEvent(state: ConversationState, event: SummaryEvent): ConversationState {
  switch (event.type) {
    case 'summary-started':
      return { ...state, summaryWork: { kind: 'running', since: event.at } };
    case 'summary-failed':
      return { ...state, summaryWork: { kind: 'failed', why: event.why } };
    case 'history-summarised':
      return { ...withoutSummaryWork(state), summaries: [...(state.summaries ?? []), event.summary] };
    default:
      return undone(state, event.summaryId);
  }
}

function undone(state: ConversationState, id: SummaryId): ConversationState {
  const active = activeSummary(state);
  if (active === undefined || active.id !== id) return state;
  const { summaries: _summaries, ...rest } = state;
  return { ...rest, keptWhole: [...(state.keptWhole ?? []), active.upTo] };
}

export function withoutSummaryWork(state: ConversationState): ConversationState {
  if (state.summaryWork === undefined) return state;
  const { summaryWork: _work, ...rest } = state;
  return rest;
}

/** What is left of the summaries when messages leave the conversation: those whose messages are all still there. */
export function withoutSummariesOf(state: ConversationState, removed: ReadonlySet<MessageId>): ConversationState {
  const left = state.summaries?.filter(({ upTo }) => !removed.has(upTo));
  if (left === undefined || left.length === state.summaries?.length) return state;
  const { summaries: _summaries, ...rest } = state;
  return left.length === 0 ? rest : { ...rest, summaries: left };
}
