import { describe, expect, it } from 'vitest';
import { isComposing, isSendKey, shortcutOf, type KeyPress } from './keys.js';

const enter: KeyPress = {
  key: 'Enter',
  keyCode: 13,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
};

const press = (key: string, part: Partial<KeyPress>): KeyPress => ({ ...enter, keyCode: 0, key, ...part });

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

describe('shortcutOf', () => {
  it.each([
    ['n', 'new-chat'],
    ['N', 'new-chat'],
    ['.', 'stop'],
    [',', 'settings'],
    ['x', undefined],
  ])('Ctrl %s on Linux and Cmd %s on macOS', (key, shortcut) => {
    expect(shortcutOf(press(key, { ctrlKey: true }), 'linux')).toBe(shortcut);
    expect(shortcutOf(press(key, { metaKey: true }), 'darwin')).toBe(shortcut);
  });

  it.each([
    ['without its modifier', {}, 'linux'],
    ['with the modifier of another system', { metaKey: true }, 'linux'],
    ['with both', { metaKey: true, ctrlKey: true }, 'darwin'],
    ['with Shift', { ctrlKey: true, shiftKey: true }, 'linux'],
    ['with Alt', { ctrlKey: true, altKey: true }, 'linux'],
    ['while composing', { ctrlKey: true, isComposing: true }, 'linux'],
  ])('no shortcut %s', (_name, part, platform) => {
    expect(shortcutOf(press('n', part), platform)).toBeUndefined();
  });
});
