import { describe, expect, it } from 'vitest';
import { searchExcerpt } from './search-excerpt.js';

describe('an excerpt', () => {
  it('shows the match as it is written, with what stands around it on one line', () => {
    expect(searchExcerpt('Read the\n  Agent-Loop note', 'agent-loop')).toEqual({
      before: 'Read the ',
      match: 'Agent-Loop',
      after: ' note',
    });
  });

  it('is cut between characters, with an ellipsis', () => {
    const { before, match, after } = searchExcerpt(`${'👩‍👩‍👧'.repeat(60)}笔记${'好'.repeat(200)}`, '笔记');
    expect(before).toBe(`…${'👩‍👩‍👧'.repeat(before.match(/👧/gu)?.length ?? 0)}`);
    expect(before.length).toBeGreaterThan(100);
    expect([match, after]).toEqual(['笔记', `${'好'.repeat(120)}…`]);
  });

  it('of a text in which the place can not be told is its beginning', () => {
    expect(searchExcerpt('İstanbul and more', 'ISTANBUL')).toEqual({
      before: '',
      match: '',
      after: 'İstanbul and more',
    });
  });
});
