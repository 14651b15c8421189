import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ConversationState, MessageId } from '../../shared/conversation.js';
import { activeSummary } from '../../shared/history-summary.js';
import type { ModelMessage } from './model-message.js';
import { blockOrigins } from './part-origins.js';
import { ELSEWHERE } from './read-chat-document.js';
import { modelMessages, toModelMessages } from './to-model-messages.js';
import { historyTokens } from './token-estimate.js';

/** What can be summarised now. */
export interface SummaryPlan {
  /** The last message that the summary is to stand for; a message of the user comes after it. */
  readonly upTo: MessageId;
  /** The last message that there is. */
  readonly madeAt: MessageId;
  /** A summary of what came before, which the new one takes over. */
  readonly earlier: string | undefined;
  /** What is to be summarised beside it. */
  readonly messages: readonly ModelMessage[];
  readonly origins: readonly ContentOrigin[];
}

/** So many places are named. */
const MOST_ORIGINS = 5;

/**
 * Finds where the older part of a conversation ends: before a message of the user, so that no turn is cut, and as early
 * as about `keep` tokens after it allow; else before the last one. Undefined where that part has less than `least`
 * tokens, or ends no later than where the user undid a summary.
 */
export function summaryPlan(
  state: ConversationState,
  { keep, least }: { readonly keep: number; readonly least: number },
): SummaryPlan | undefined {
  const { messages } = state;
  const active = activeSummary(state);
  const from = placeAfter(state, active?.upTo);
  const earliest = Math.max(from, ...(state.keptWhole ?? []).map((id) => placeAfter(state, id)));
  const borders = messages.flatMap((message, at) => (message.role === 'user' && at > earliest ? [at] : []));
  const sizes = messages.map((message) => historyTokens(modelMessages([message], state)));
  const border = borders.find((at) => sum(sizes.slice(at)) <= keep) ?? borders.at(-1);
  const last = messages.at(-1);
  const end = border === undefined ? undefined : messages[border - 1];
  if (border === undefined || end === undefined || last === undefined) return undefined;
  if (sum(sizes.slice(from, border)) < least) return undefined;
  const older = messages.slice(from, border);
  return {
    upTo: end.id,
    madeAt: last.id,
    earlier: active?.text,
    messages: toModelMessages({ id: state.id, turn: state.turn, calls: state.calls, messages: older }),
    origins: originsOf(state, new Set(older.map((message) => message.id)), active?.origins ?? []),
  };
}

/** The place after a message; 0 where it is not there. */
function placeAfter(state: ConversationState, id: MessageId | undefined): number {
  return state.messages.findIndex((message) => message.id === id) + 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** Where the results, and what the user attached, came from that stand in these messages; also of those that a chat from elsewhere brought. */
function originsOf(
  state: ConversationState,
  within: ReadonlySet<MessageId>,
  before: readonly ContentOrigin[],
): readonly ContentOrigin[] {
  const found = new Map(before.map((origin) => [JSON.stringify(origin), origin]));
  for (const { messageId, serverId, serverName, startedAt, result } of Object.values(state.calls)) {
    if (!within.has(messageId) || result === undefined) continue;
    const foreign = serverName !== undefined && serverId === ELSEWHERE && startedAt !== undefined;
    const origin = result.origin ?? (foreign ? ({ kind: 'server', name: serverName } as const) : undefined);
    if (origin !== undefined) found.set(JSON.stringify(origin), origin);
  }
  for (const message of state.messages) {
    if (message.role !== 'user' || !within.has(message.id)) continue;
    for (const origin of blockOrigins(message.blocks)) found.set(JSON.stringify(origin), origin);
  }
  return [...found.values()].slice(0, MOST_ORIGINS);
}
