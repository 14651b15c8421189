import { describe, expect, it } from 'vitest';
import { diffLines, foldSame } from './line-diff.js';

const drawn = (before: string, after: string): string =>
  diffLines(before, after)
    .map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-', gap: '…' }[kind]}${text}`)
    .join('|');

describe('diffLines', () => {
  it.each([
    ['', '', ''],
    ['a', 'a', ' a'],
    ['', 'a\nb', '+a|+b'],
    ['a\nb', '', '-a|-b'],
    ['a\nb\nc', 'a\nx\nc', ' a|-b|+x| c'],
    ['a\nb\nc\nd', 'b\nc\ne\nd', '-a| b| c|+e| d'],
    ['a\n', 'a', ' a|-'],
    ['a\r\nb', 'a\nb', '-a\r|+a| b'],
  ])('%j to %j is %j', (before, after, lines) => {
    expect(drawn(before, after)).toBe(lines);
  });

  it('gives both texts back, whatever they are', () => {
    let state = 7;
    const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 300; round += 1) {
      const [before, after] = [0, 1].map(() => Array.from({ length: next(30) }, () => 'abc'[next(3)]).join('\n'));
      const lines = diffLines(before ?? '', after ?? '');
      const side = (kind: string): string =>
        lines
          .filter((line) => line.kind === 'same' || line.kind === kind)
          .map(({ text }) => text)
          .join('\n');
      expect([side('removed'), side('added')]).toEqual([before, after]);
    }
  });

  it('replaces what is too long to compare, between the ends that are the same', () => {
    const long = (word: string): string =>
      `head\n${Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join('\n')}\ntail`;
    const lines = diffLines(long('old'), long('new'));
    expect(lines).toHaveLength(6002);
    expect([lines[0], lines[3000], lines[3001], lines.at(-1)].map((line) => line?.kind)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ]);
  });
});

describe('foldSame', () => {
  it('keeps what is near a change and counts the rest', () => {
    const lines = diffLines('1\n2\n3\n4\n5', '1\n2\n3\n4\nx');
    expect(foldSame(lines, 1).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'gap 3',
      'same 4',
      'removed 5',
      'added x',
    ]);
  });
});
