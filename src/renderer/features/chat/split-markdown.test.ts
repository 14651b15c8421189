import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitMarkdown } from './split-markdown.js';

const filled = (parts: readonly string[]): readonly string[] =>
  parts.flatMap((part) => part.split('\n')).filter((line) => line !== '');

describe('splitMarkdown', () => {
  it('splits at blank lines between blocks', () => {
    expect(splitMarkdown('# a\n\nb\nc\n\n> d')).toEqual(['# a\n', 'b\nc\n', '> d']);
  });

  it.each([
    ['fenced code', '```ts\na\n\nb\n```'],
    ['a fence that holds a shorter one', '````\n```\n\n```\n\nx\n````'],
    ['a fence with tildes', '~~~\n```\n\nx\n~~~'],
    ['code that is still being written', '```\na\n\nb'],
    ['a list with blank lines', '1. a\n\n2. b\n\n   more of b\n\n3. c'],
    ['an indented block below an item', '- a\n\n  b'],
    ['a text with a definition, which counts everywhere', 'see [a]\n\n[a]: https://example.com'],
  ])('keeps %s together', (_name, text) => {
    expect(splitMarkdown(text)).toEqual([text]);
  });

  it('begins a new part after code and after a list', () => {
    expect(splitMarkdown('```\na\n```\n\nb')).toHaveLength(2);
    expect(splitMarkdown('- a\n- b\n\ntext')).toHaveLength(2);
  });

  const texts = array(constantFrom('a', '', '', '- x', '1. y', '```', '  z', '# h', '| a |', '~~~', '> q'), {
    maxLength: 30,
  }).map((lines) => lines.join('\n'));

  it('loses no line that says something', () => {
    assert(
      property(texts, (text) => {
        expect(filled(splitMarkdown(text))).toEqual(filled([text]));
      }),
    );
  });

  it('never changes a part before the last one while a text grows', () => {
    assert(
      property(texts, texts, (text, more) => {
        const before = splitMarkdown(text, true).slice(0, -1);
        expect(splitMarkdown(`${text}\n${more}`, true).slice(0, before.length)).toEqual(before);
      }),
    );
  });

  it('splits a long list between its items while it grows, and no more at its end', () => {
    const item = (at: number): string =>
      `${at}. ${'word '.repeat(20)}\n   - below it\n\n   \`\`\`\n   1. code\n   \`\`\``;
    const list = Array.from({ length: 60 }, (_, at) => item(at + 1)).join('\n');
    const parts = splitMarkdown(list, true);
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.join('\n')).toBe(list);
    for (const part of parts) {
      expect(part).toMatch(/^\d+\. word/);
      expect(part.length).toBeLessThan(2_000);
    }
    expect(splitMarkdown(list)).toEqual([list]);
  });

  it('splits a text with a definition while it grows', () => {
    const text = 'see [a]\n\n[a]: https://example.com\n\nmore';
    expect(splitMarkdown(text, true)).toHaveLength(3);
  });
});
