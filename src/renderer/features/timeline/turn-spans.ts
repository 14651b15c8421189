import type { AssistantMessage, ConversationState, MessageId, ToolCallRecord } from '../../../shared/conversation.js';

/** A stretch of a turn; times are ms since the epoch. */
export interface TurnSpan {
  readonly kind: 'model' | 'you' | 'tool';
  readonly from: number;
  readonly to: number;
  /** Of a call; undefined for the model. */
  readonly call?: ToolCallRecord;
  /** When the first piece of an answer came; until then it was waited for. */
  readonly began?: number;
}

export interface TurnSpans {
  readonly from: number;
  readonly to: number;
  /** In the order in which they begin. */
  readonly spans: readonly TurnSpan[];
}

/**
 * Where the time of a turn went: from the message of the user before it to the answer `last`. Undefined where that is not
 * known, as in a chat that was taken in from a file. Older chats do not say when a question was answered: there the wait
 * ends where the call begins.
 */
export function turnSpans(state: ConversationState, last: MessageId): TurnSpans | undefined {
  const end = state.messages.findIndex((message) => message.id === last);
  const begin = state.messages.slice(0, end + 1).findLastIndex((message) => message.role === 'user');
  const asked = state.messages[begin];
  if (end === -1 || asked === undefined) return undefined;
  const calls = callsByMessage(state);
  const spans: TurnSpan[] = [];
  let from = asked.at;
  for (const message of state.messages.slice(begin + 1, end + 1)) {
    if (message.role !== 'assistant') continue;
    const own = (calls.get(message.id) ?? []).flatMap(callSpans);
    spans.push(...modelSpan(message, from), ...own);
    from = Math.max(message.at, ...own.map((span) => span.to));
  }
  const known = spans.filter((span) => span.to >= span.from);
  const to = Math.max(...known.map((span) => span.to));
  if (known.length === 0 || to <= asked.at) return undefined;
  return { from: asked.at, to, spans: known.toSorted((one, other) => one.from - other.from) };
}

/** From the request to the last piece of its answer. */
function modelSpan(message: AssistantMessage, from: number): readonly TurnSpan[] {
  const { at, startedAt } = message;
  return [{ kind: 'model', from, to: at, ...(startedAt === undefined ? {} : { began: Math.max(from, startedAt) }) }];
}

function callSpans(call: ToolCallRecord): readonly TurnSpan[] {
  const { askedAt, startedAt, finishedAt, answeredAt = startedAt ?? finishedAt } = call;
  const asked = askedAt === undefined || answeredAt === undefined;
  return [
    ...(asked ? [] : [{ kind: 'you' as const, from: askedAt, to: answeredAt, call }]),
    ...(startedAt === undefined || finishedAt === undefined
      ? []
      : [{ kind: 'tool' as const, from: startedAt, to: finishedAt, call }]),
  ];
}

function callsByMessage({ calls }: ConversationState): ReadonlyMap<MessageId, readonly ToolCallRecord[]> {
  const groups = new Map<MessageId, ToolCallRecord[]>();
  for (const call of Object.values(calls)) {
    const group = groups.get(call.messageId);
    if (group === undefined) groups.set(call.messageId, [call]);
    else group.push(call);
  }
  return groups;
}

/** How long something of this kind went on, overlaps counted once; ms. */
export function timeOf({ spans }: TurnSpans, kind: TurnSpan['kind']): number {
  let time = 0;
  let until = -Infinity;
  for (const span of spans) {
    if (span.kind !== kind) continue;
    time += Math.max(0, span.to - Math.max(span.from, until));
    until = Math.max(until, span.to);
  }
  return time;
}
