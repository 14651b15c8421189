import type { ConversationSummary } from '../../shared/conversation.js';

type DayGroup = 'today' | 'yesterday' | 'earlier';

export interface ConversationGroup {
  readonly day: DayGroup;
  readonly conversations: readonly ConversationSummary[];
}

/** Groups chats by the local day of their last change, latest first; empty groups are left out. `now` is in ms. */
export function groupByDay(conversations: readonly ConversationSummary[], now: number): readonly ConversationGroup[] {
  const today = startOfDay(now, 0);
  const yesterday = startOfDay(now, -1);
  const sorted = conversations.toSorted((a, b) => b.updatedAt - a.updatedAt);
  const groups: Record<DayGroup, ConversationSummary[]> = { today: [], yesterday: [], earlier: [] };
  for (const conversation of sorted) {
    const at = conversation.updatedAt;
    groups[at >= today ? 'today' : at >= yesterday ? 'yesterday' : 'earlier'].push(conversation);
  }
  const days: readonly DayGroup[] = ['today', 'yesterday', 'earlier'];
  return days.map((day) => ({ day, conversations: groups[day] })).filter((group) => group.conversations.length > 0);
}

/** By calendar, not by 24 hours: a day with a clock change has 23 or 25. */
function startOfDay(now: number, offset: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + offset).getTime();
}
