import { describe, expect, it } from 'vitest';
import { visibleProse, visibleText } from './visible-text.js';

describe('visibleText', () => {
  it('leaves plain text, Chinese, new lines and tabs as they are', () => {
    expect(visibleText('a é 笔记 😀\n\tb')).toBe('a é 笔记 😀\n\tb');
  });

  it.each([
    ['a bidi override', '\u202E', '\\u{202E}'],
    ['a zero-width space', '\u200B', '\\u{200B}'],
    ['a tag character', '\u{E0041}', '\\u{E0041}'],
    ['an escape', '\u001B[31m', '\\u{1B}[31m'],
    ['a carriage return', 'a\rb', 'a\\u{D}b'],
    ['a line separator', '\u2028', '\\u{2028}'],
    ['a blank that is a letter', '\u3164', '\\u{3164}'],
    ['a lone surrogate', '\uD800', '\\u{D800}'],
    ['a variation selector that smuggles bytes', '\u{E0101}', '\\u{E0101}'],
  ])('shows %s as its code point', (_name, hidden, shown) => {
    expect(visibleText(hidden)).toBe(shown);
  });
});

describe('visibleProse', () => {
  it.each([
    ['an emoji of several', '👩\u200D💻 👩🏽\u200D🚀 ❤\uFE0F\u200D🔥'],
    ['a script that joins', 'می\u200Cخواهم क्\u200Dष'],
  ])('leaves %s whole', (_name, text) => {
    expect(visibleProse(text)).toBe(text);
  });

  it.each([
    ['a joiner in a word', 'pass\u200Dword', 'pass\\u{200D}word'],
    ['a second joiner', '👩\u200D\u200D💻', '👩\u200D\\u{200D}💻'],
    ['a joiner after Chinese', '笔\u200C记', '笔\\u{200C}记'],
    ['a bidi override', '\u202Etxt', '\\u{202E}txt'],
  ])('shows %s', (_name, hidden, shown) => {
    expect(visibleProse(hidden)).toBe(shown);
  });

  it('takes every line end for a new line', () => {
    expect(visibleProse('a\r\nb\rc\nd')).toBe('a\nb\nc\nd');
  });
});
