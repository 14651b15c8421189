import { describe, expect, it } from 'vitest';
import { LastWords } from './last-words.js';
import { LogLines, MAX_LOG_LINE } from './log-lines.js';

function split(...chunks: (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const splitter = new LogLines((line) => lines.push(line));
  for (const chunk of chunks) splitter.push(Buffer.from(chunk as string));
  splitter.end();
  return lines;
}

function after(...lines: string[]): string | undefined {
  const words = new LastWords();
  for (const line of lines) words.note(line);
  return words.text();
}

describe('LogLines', () => {
  it('splits at line ends, whatever the chunks, and keeps a last line without one', () => {
    expect(split('a\nb', 'c\r\n', '\n  d')).toEqual(['a', 'bc', '  d']);
  });

  it('joins a character that two chunks share', () => {
    const bytes = Buffer.from('😀');
    expect(split(bytes.subarray(0, 2), bytes.subarray(2))).toEqual(['😀']);
  });

  it('leaves out colour codes', () => {
    expect(split('\u001B[1;31mred\u001B[0m\n')).toEqual(['red']);
  });

  it('cuts a line that is too long, and goes on with the next', () => {
    const [cut, next] = split('x'.repeat(MAX_LOG_LINE), 'y'.repeat(100_000), '\nnext\n');
    expect(cut).toBe(`${'x'.repeat(MAX_LOG_LINE)}…`);
    expect(next).toBe('next');
  });
});

describe('LastWords', () => {
  it('are the last line', () => {
    expect(after('starting', 'Error: API_KEY missing')).toBe('Error: API_KEY missing');
    expect(after()).toBeUndefined();
  });

  it('are the error of an uncaught one in Node, not the version that follows it', () => {
    const lines = [
      '/a.js:1',
      'TypeError: x is not a function',
      '    at a.js:1:7',
      "  code: 'E'",
      '}',
      'Node.js v20.20.2',
    ];
    expect(after(...lines)).toBe('TypeError: x is not a function');
    expect(after('Node.js v20.20.2')).toBe('Node.js v20.20.2');
  });
});
