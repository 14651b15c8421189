import { isComposing, type KeyPress } from '../../ui/keys.js';

/*
 * Every key of the page that means something, once: `use-shortcuts.ts` acts on what stands here, and Help shows it.
 * Keys that an entry of the menu has (main/menu.ts) or that a text box needs must not stand among SHORTCUTS.
 */

/** Keys that are pressed together. */
export interface Chord {
  /** `KeyboardEvent.key`, letters in lower case. */
  readonly key: string;
  /** Ctrl, which is Cmd on macOS. */
  readonly main?: true;
  readonly shift?: true;
  readonly alt?: true;
  /** Ctrl on macOS too. */
  readonly control?: true;
}

type KeyGroup = 'chat' | 'pages' | 'window';

export type ShortcutId =
  | 'palette'
  | 'new-chat'
  | 'search'
  | 'composer'
  | 'stop'
  | 'previous-message'
  | 'next-message'
  | 'chat'
  | 'servers'
  | 'trust'
  | 'record'
  | 'usage'
  | 'settings'
  | 'side'
  | 'help';

export interface Shortcut {
  readonly id: ShortcutId;
  readonly group: KeyGroup;
  /** Each of them does it; the first is the one that is shown beside a name. */
  readonly chords: readonly Chord[];
  /** Instead, on macOS. */
  readonly mac?: readonly Chord[];
  /** Acts again while the key is held. */
  readonly repeats?: true;
  /** Acts also while a dialog is open. */
  readonly overDialogs?: true;
}

export const SHORTCUTS: readonly Shortcut[] = [
  {
    id: 'palette',
    group: 'window',
    chords: [
      { key: 'p', main: true, shift: true },
      { key: 'p', main: true },
    ],
  },
  { id: 'new-chat', group: 'chat', chords: [{ key: 'n', main: true }] },
  {
    id: 'search',
    group: 'chat',
    chords: [
      { key: 'k', main: true },
      { key: 'f', main: true },
    ],
  },
  { id: 'composer', group: 'chat', chords: [{ key: 'l', main: true }] },
  { id: 'stop', group: 'chat', chords: [{ key: '.', main: true }], overDialogs: true },
  // On macOS Option with an arrow walks through the paragraphs of a text box.
  {
    id: 'previous-message',
    group: 'chat',
    chords: [{ key: 'arrowup', alt: true }],
    mac: [{ key: 'arrowup', main: true, control: true }],
    repeats: true,
  },
  {
    id: 'next-message',
    group: 'chat',
    chords: [{ key: 'arrowdown', alt: true }],
    mac: [{ key: 'arrowdown', main: true, control: true }],
    repeats: true,
  },
  { id: 'chat', group: 'pages', chords: [{ key: '1', main: true }] },
  { id: 'servers', group: 'pages', chords: [{ key: '2', main: true }] },
  { id: 'trust', group: 'pages', chords: [{ key: '3', main: true }] },
  { id: 'record', group: 'pages', chords: [{ key: '4', main: true }] },
  { id: 'usage', group: 'pages', chords: [{ key: '5', main: true }] },
  { id: 'settings', group: 'pages', chords: [{ key: ',', main: true }] },
  { id: 'side', group: 'window', chords: [{ key: 'b', main: true }] },
  { id: 'help', group: 'window', chords: [{ key: 'f1' }, { key: '?' }] },
];

/** What a text box, a dialog or the menu does with a key by itself; shown in Help beside the others. */
export const OTHER_KEYS = [
  { id: 'send', group: 'chat', chords: [{ key: 'enter' }] },
  { id: 'line-break', group: 'chat', chords: [{ key: 'enter', shift: true }] },
  { id: 'close', group: 'window', chords: [{ key: 'escape' }] },
  { id: 'larger', group: 'window', chords: [{ key: '+', main: true }] },
  { id: 'smaller', group: 'window', chords: [{ key: '-', main: true }] },
  { id: 'actual-size', group: 'window', chords: [{ key: '0', main: true }] },
] as const satisfies readonly (Omit<Shortcut, 'id'> & { readonly id: string })[];

/** The chords of a shortcut on this platform (`process.platform` of main). */
export function chordsOf(shortcut: Pick<Shortcut, 'chords' | 'mac'>, platform: string): readonly Chord[] {
  return platform === 'darwin' ? (shortcut.mac ?? shortcut.chords) : shortcut.chords;
}

/** The first chord of a shortcut here, to be shown beside its name. */
export function chordOf(id: ShortcutId, platform: string): Chord | undefined {
  const shortcut = SHORTCUTS.find((item) => item.id === id);
  return shortcut === undefined ? undefined : chordsOf(shortcut, platform)[0];
}

/**
 * The shortcut of a key, or undefined. None while an input method composes; in a text box none that types a character.
 */
export function shortcutOf(press: KeyPress, platform: string, inTextBox: boolean): Shortcut | undefined {
  if (isComposing(press)) return undefined;
  return SHORTCUTS.find((shortcut) =>
    chordsOf(shortcut, platform).some((chord) => !(inTextBox && isTyped(chord)) && isPressed(chord, press, platform)),
  );
}

/** A character that stands for itself, whatever Shift it takes to type it. */
function isTyped(chord: Chord): boolean {
  return chord.key.length === 1 && chord.main !== true && chord.alt !== true;
}

function isPressed(chord: Chord, press: KeyPress, platform: string): boolean {
  const mac = platform === 'darwin';
  const wantsControl = mac ? chord.control === true : chord.main === true;
  const wantsMeta = mac && chord.main === true;
  if (press.ctrlKey !== wantsControl || press.metaKey !== wantsMeta) return false;
  if (press.altKey !== (chord.alt === true)) return false;
  if (isTyped(chord)) return press.key.normalize('NFKC') === chord.key;
  return press.shiftKey === (chord.shift === true) && keyOf(press) === chord.key;
}

/** The key by what it types; by its place where that is no Latin letter, or a digit that the layout keeps behind Shift. */
function keyOf({ key, code }: KeyPress): string {
  const digit = /^Digit(\d)$/u.exec(code)?.[1];
  if (digit !== undefined) return digit;
  const letter = /^Key([A-Z])$/u.exec(code)?.[1];
  const latin = /^[\u0020-\u007E]$|^.{2,}$/u.test(key);
  return (latin || letter === undefined ? key : letter).toLowerCase();
}
