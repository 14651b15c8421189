import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ConversationId } from '../../shared/conversation.js';
import { groupByDay } from './group-by-day.js';

const chat = (id: string, updatedAt: number) => ({
  id: branded<ConversationId>(id),
  title: id,
  createdAt: 0,
  updatedAt,
});

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 2, day, hour, minute).getTime();

describe('groupByDay', () => {
  it('groups by calendar day, latest first, and leaves empty groups out', () => {
    const now = at(10, 0, 5);
    const groups = groupByDay(
      [chat('old', at(1, 9)), chat('a', at(10, 0, 1)), chat('b', at(10, 0, 4)), chat('late', at(9, 23, 59))],
      now,
    );
    expect(groups.map((group) => [group.day, group.conversations.map((item) => item.title)])).toEqual([
      ['today', ['b', 'a']],
      ['yesterday', ['late']],
      ['earlier', ['old']],
    ]);
    expect(groupByDay([], now)).toEqual([]);
  });

  it('counts the first of a month as the day after the last of the one before', () => {
    const [group] = groupByDay([chat('a', new Date(2026, 1, 28, 12).getTime())], at(1, 8));
    expect(group?.day).toBe('yesterday');
  });

  it('shows a chat from a clock that went ahead as one of today', () => {
    expect(groupByDay([chat('a', at(11, 12))], at(10, 12))[0]?.day).toBe('today');
  });
});
