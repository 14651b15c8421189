import { visibleText } from './visible-text.js';

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/**
 * The command and its arguments as one line for a reader: each part that a shell would split or change is quoted, and
 * invisible characters are written out. It is shown, never run: no shell takes part in a start.
 */
export function commandLineText(command: string, args: readonly string[]): string {
  return [command, ...args].map(quoted).join(' ');
}

function quoted(part: string): string {
  if (PLAIN.test(part)) return part;
  const text = visibleText(part).replaceAll('\n', '\\u{A}').replaceAll('\t', '\\u{9}');
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
