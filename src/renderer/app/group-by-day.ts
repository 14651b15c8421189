import type { ConversationSummary } from '../../shared/conversation.js';

type DayGroup = 'pinned' | 'today' | 'yesterday' | 'earlier';

export interface ConversationGroup {
  readonly day: DayGroup;
  readonly conversations: readonly ConversationSummary[];
}

/** Pinned chats, then the others by the local day of their last change, latest first; no empty groups. `now` is in ms. */
export function groupByDay(conversations: readonly ConversationSummary[], now: number): readonly ConversationGroup[] {
  const today = startOfDay(now, 0);
  const yesterday = startOfDay(now, -1);
  const sorted = conversations.toSorted((a, b) => b.updatedAt - a.updatedAt);
  const groups: Record<DayGroup, ConversationSummary[]> = { pinned: [], today: [], yesterday: [], earlier: [] };
  for (const conversation of sorted) {
    const at = conversation.updatedAt;
    const day = at >= today ? 'today' : at >= yesterday ? 'yesterday' : 'earlier';
    groups[conversation.pinned === true ? 'pinned' : day].push(conversation);
  }
  const days: readonly DayGroup[] = ['pinned', 'today', 'yesterday', 'earlier'];
  return days.map((day) => ({ day, conversations: groups[day] })).filter((group) => group.conversations.length > 0);
}

/** By calendar, not by 24 hours: a day with a clock change has 23 or 25. */
function startOfDay(now: number, offset: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + offset).getTime();
}
