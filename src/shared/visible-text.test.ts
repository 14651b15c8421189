import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.js';

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
