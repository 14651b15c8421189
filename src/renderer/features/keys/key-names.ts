import type { Chord } from './shortcuts.js';

const NAMES: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  enter: 'Enter',
  escape: 'Esc',
  '-': '−',
};

/** The names of the keys of a chord, as they stand on the keyboards of the platform. */
export function keyNames({ key, main, shift, alt, control }: Chord, platform: string): readonly string[] {
  const mac = platform === 'darwin';
  const last = NAMES[key] ?? key.toUpperCase();
  return [
    // The order in which each system writes them.
    ...(control === true ? [mac ? '⌃' : 'Ctrl'] : []),
    ...(!mac && main === true ? ['Ctrl'] : []),
    ...(alt === true ? [mac ? '⌥' : 'Alt'] : []),
    ...(shift === true ? [mac ? '⇧' : 'Shift'] : []),
    ...(mac && main === true ? ['⌘'] : []),
    mac && key === 'enter' ? '↩' : mac && key === 'escape' ? '⎋' : last,
  ];
}

/** The same in one text, for a tooltip: `Ctrl+Shift+P`, `⇧⌘P`. */
export function chordText(chord: Chord, platform: string): string {
  return keyNames(chord, platform).join(platform === 'darwin' ? '' : '+');
}
