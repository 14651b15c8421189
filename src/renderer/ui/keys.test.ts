import { describe, expect, it } from 'vitest';
import { isComposing, isSendKey, type KeyPress } from './keys.js';

const enter: KeyPress = {
  key: 'Enter',
  code: 'Enter',
  keyCode: 13,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
};

describe('isSendKey', () => {
  it('is a plain Enter', () => {
    expect(isSendKey(enter)).toBe(true);
  });

  it.each([
    ['Shift+Enter, which breaks the line', { shiftKey: true }],
    ['an Enter that the input method says it uses', { isComposing: true }],
    ['an Enter with key code 229, which the input method uses too', { keyCode: 229 }],
    ['Ctrl+Enter', { ctrlKey: true }],
    ['Cmd+Enter', { metaKey: true }],
    ['Alt+Enter', { altKey: true }],
    ['another key', { key: 'a', keyCode: 65 }],
  ])('is not %s', (_name, part) => {
    expect(isSendKey({ ...enter, ...part })).toBe(false);
  });
});

describe('isComposing', () => {
  it('asks both what the event says and its key code', () => {
    expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
    expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  });
});
