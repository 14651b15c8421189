import { describe, expect, it } from 'vitest';
import { columnsOf } from '../shared/text-columns.js';
import { tableLines } from './table.js';

describe('a table', () => {
  it('aligns its columns, Chinese and emoji and marks on letters among them', () => {
    const lines = tableLines(
      ['NAME', 'WHAT'],
      [
        ['笔记', 'one'],
        ['cafe\u0301', 'two'],
        ['a😀', 'three'],
      ],
      undefined,
    );
    expect(lines).toEqual(['NAME  WHAT', '笔记  one', 'cafe\u0301  two', 'a😀   three']);
  });

  it('cuts the last column to the terminal, and nothing for a file', () => {
    const rows = [['a', '一二三四五六七八九十 and much more']];
    const lines = tableLines(['A', 'B'], rows, 20);
    expect(lines[1]).toBe('a  一二三四五六七八…');
    expect(columnsOf(lines[1] ?? '')).toBeLessThanOrEqual(20);
    expect(tableLines(['A', 'B'], rows, undefined)[1]).toContain('much more');
  });

  it('shows what hides in a cell, and keeps every row in its line', () => {
    expect(tableLines(['A'], [['x\u202Ey\nz\u001B[2J']], undefined)).toEqual(['A', 'x\\u{202E}y\\u{A}z\\u{1B}[2J']);
  });

  it('is its titles where there are no rows', () => {
    expect(tableLines(['A', 'B'], [], undefined)).toEqual(['A  B']);
  });
});
