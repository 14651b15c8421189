import type { ToolCallRecord } from '../../../shared/conversation.js';
import type { TurnSpan, TurnSpans } from './turn-spans.js';

/** A line of the timeline. */
export type TimelineRow =
  | { readonly kind: 'model' | 'you'; readonly spans: readonly TurnSpan[] }
  | { readonly kind: 'tool'; readonly call: ToolCallRecord; readonly spans: readonly TurnSpan[] }
  /** Calls that have no line of their own. */
  | { readonly kind: 'more'; readonly calls: number; readonly spans: readonly TurnSpan[] };

/** Calls with a line of their own; what goes on at the same time has to stand on different lines. */
const MOST_CALLS = 12;

/** The lines of a turn: the model, the user where they were asked, then each call in its order. */
export function timelineRows({ spans }: TurnSpans): readonly TimelineRow[] {
  const you = spans.filter((span) => span.kind === 'you');
  const tools = spans.filter((span) => span.kind === 'tool');
  const own = tools.length > MOST_CALLS ? tools.slice(0, MOST_CALLS - 1) : tools;
  const rest = tools.slice(own.length);
  return [
    { kind: 'model', spans: spans.filter((span) => span.kind === 'model') },
    ...(you.length === 0 ? [] : [{ kind: 'you' as const, spans: you }]),
    ...own.flatMap((span): readonly TimelineRow[] =>
      span.call === undefined ? [] : [{ kind: 'tool', call: span.call, spans: [span] }],
    ),
    ...(rest.length === 0 ? [] : [{ kind: 'more' as const, calls: rest.length, spans: rest }]),
  ];
}
