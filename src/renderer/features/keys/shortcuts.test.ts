import { describe, expect, it } from 'vitest';
import { WORDS } from '../../i18n/language.js';
import type { KeyPress } from '../../ui/keys.js';
import { chordText, keyNames } from './key-names.js';
import { chordsOf, OTHER_KEYS, shortcutOf, SHORTCUTS, type Chord } from './shortcuts.js';

const PLATFORMS = ['linux', 'win32', 'darwin'] as const;

const press = (key: string, part: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  keyCode: 0,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...part,
});

const idOf = (key: KeyPress, platform: string, inTextBox = false) => shortcutOf(key, platform, inTextBox)?.id;

/** What somebody presses for a chord. */
function pressOf(chord: Chord, platform: string): KeyPress {
  const mac = platform === 'darwin';
  return press(chord.key, {
    ctrlKey: mac ? chord.control === true : chord.main === true,
    metaKey: mac && chord.main === true,
    shiftKey: chord.shift === true,
    altKey: chord.alt === true,
  });
}

describe('each key of the list', () => {
  it.each(PLATFORMS)('does on %s what the list says, and no two things', (platform) => {
    const seen = new Set<string>();
    for (const shortcut of SHORTCUTS) {
      for (const chord of chordsOf(shortcut, platform)) {
        expect(idOf(pressOf(chord, platform), platform), chordText(chord, platform)).toBe(shortcut.id);
        expect(seen).not.toContain(chordText(chord, platform));
        seen.add(chordText(chord, platform));
      }
    }
  });

  it.each(['en', 'zh-CN'] as const)('has a name in %s', (language) => {
    const { names, groups } = WORDS[language].keys;
    for (const { id, group } of [...SHORTCUTS, ...OTHER_KEYS]) {
      expect(names[id], id).not.toBe('');
      expect(groups[group], group).not.toBe('');
    }
  });

  it.each(PLATFORMS)('is none of those that the menu, the system or a text box has on %s', (platform) => {
    const main = platform === 'darwin' ? '⌘' : 'Ctrl+';
    const taken = ['A', 'C', 'V', 'X', 'Z', 'Y', 'Q', 'W', 'M', 'R', 'H', 'I', '0', '+', '−', '↑', '↓', '←', '→'];
    const shown = SHORTCUTS.flatMap((shortcut) => chordsOf(shortcut, platform)).map((chord) =>
      chordText(chord, platform),
    );
    expect(shown.filter((text) => taken.some((key) => text === `${main}${key}`))).toEqual([]);
    if (platform === 'darwin') expect(shown.filter((text) => text.includes('⌥'))).toEqual([]);
    expect(shown).not.toContain('F11');
  });

  it('is listed once for Help', () => {
    const ids = [...SHORTCUTS, ...OTHER_KEYS].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('shortcutOf', () => {
  it.each([
    ['while an input method composes', press('n', { ctrlKey: true, isComposing: true })],
    ['while an input method has the key', press('n', { ctrlKey: true, keyCode: 229 })],
    ['without its modifier', press('n')],
    ['with the modifier of another system', press('n', { metaKey: true })],
    ['with both', press('n', { ctrlKey: true, metaKey: true })],
    ['with Shift, where it is none of it', press('n', { ctrlKey: true, shiftKey: true })],
    ['with AltGr, which is Ctrl and Alt on Windows', press('n', { ctrlKey: true, altKey: true })],
  ])('is none %s', (_case, key) => {
    expect(idOf(key, 'linux')).toBeUndefined();
  });

  it('is told by the place of the key where the layout has no Latin letters, or keeps digits behind Shift', () => {
    expect(idOf(press('т', { code: 'KeyN', ctrlKey: true }), 'linux')).toBe('new-chat');
    expect(idOf(press('é', { code: 'Digit2', ctrlKey: true }), 'linux')).toBe('servers');
  });

  it('is told by the letter where the layout has one: on Dvorak, B is typed elsewhere', () => {
    expect(idOf(press('b', { code: 'KeyN', ctrlKey: true }), 'linux')).toBe('side');
  });

  it('takes a letter in upper case, as Caps Lock makes it', () => {
    expect(idOf(press('N', { ctrlKey: true }), 'linux')).toBe('new-chat');
  });

  it('leaves to a text box what types a character, and nothing else', () => {
    for (const key of ['?', '？']) {
      expect(idOf(press(key, { shiftKey: true }), 'linux')).toBe('help');
      expect(idOf(press(key, { shiftKey: true }), 'linux', true)).toBeUndefined();
    }
    expect(idOf(press('F1'), 'linux', true)).toBe('help');
    expect(idOf(press('n', { ctrlKey: true }), 'linux', true)).toBe('new-chat');
  });
});

describe('the names of keys', () => {
  it.each([
    [{ key: 'p', main: true, shift: true }, 'Ctrl+Shift+P', '⇧⌘P'],
    [{ key: 'arrowup', alt: true }, 'Alt+↑', '⌥↑'],
    [{ key: ',', main: true }, 'Ctrl+,', '⌘,'],
    [{ key: 'f1' }, 'F1', 'F1'],
    [{ key: 'enter', shift: true }, 'Shift+Enter', '⇧↩'],
    [{ key: 'escape' }, 'Esc', '⎋'],
  ] as const)('%j', (chord, linux, mac) => {
    expect(chordText(chord, 'darwin')).toBe(mac);
    expect(chordText(chord, 'linux')).toBe(linux);
  });

  it('are one by one for each key', () => {
    expect(keyNames({ key: 'arrowup', main: true, control: true }, 'darwin')).toEqual(['⌃', '⌘', '↑']);
    expect(keyNames({ key: 'p', main: true, shift: true }, 'win32')).toEqual(['Ctrl', 'Shift', 'P']);
  });
});
