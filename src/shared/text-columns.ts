import { visibleText } from './visible-text.js';

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;

const MARK = /\p{M}/u;

/** Marks that stack on one letter draw over the lines above; no script needs more than four. */
const STACKED_MARKS = /(?<=\p{M}{4})\p{M}/gu;

const QUOTATION_MARKS = /["“”„‟«»‹›「」『』＂]/gu;

/** Text as a person may be shown it: what hides or reorders is written as its code point, so is a pile of combining marks. */
export function plainText(text: string): string {
  return visibleText(text).replace(
    STACKED_MARKS,
    (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
}

/** A name in one line: its new lines and tabs are written as code points too. */
export function nameText(name: string): string {
  return plainText(name).replaceAll('\n', '\\u{A}').replaceAll('\t', '\\u{9}');
}

/** How many columns a text takes: Chinese, Japanese, Korean and emoji take two each, marks on a letter none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOfOne(character);
  return columns;
}

function columnsOfOne(character: string): number {
  // No letter below the first combining mark is wide or a mark, and most text is of these.
  if (character < '\u0300') return 1;
  if (WIDE.test(character)) return 2;
  return MARK.test(character) ? 0 : 1;
}

/** The longest beginning of `text` that fits, with an ellipsis where something was left out. */
export function cut(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let kept = '';
  let used = 1;
  for (const character of text) {
    used += columnsOfOne(character);
    if (used > columns) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** A stranger's words in one line, in quotation marks that they can't close. */
export function quoted(text: string, columns: number): string {
  const line = plainText(text.replace(/\s+/gu, ' ').trim()).replace(QUOTATION_MARKS, "'");
  return `“${cut(line, columns - 2)}”`;
}

/** Breaks a text into lines of at most `columns`: at its own new lines, then at blanks, else in the middle of a word. */
export function wrap(text: string, columns: number): string[] {
  return text
    .replaceAll('\t', '    ')
    .split('\n')
    .flatMap((line) => wrapLine(line, columns));
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = [];
  let current = '';
  let width = 0;
  let blank = -1;
  for (const character of line) {
    const step = columnsOfOne(character);
    if (width + step > columns) {
      // A break at a blank keeps words whole, but only where it leaves the line well filled.
      const at = blank > current.length / 2 ? blank + 1 : current.length;
      lines.push(current.slice(0, at));
      current = current.slice(at);
      width = columnsOf(current);
      blank = current.lastIndexOf(' ');
    }
    if (character === ' ') blank = current.length;
    current += character;
    width += step;
  }
  lines.push(current);
  return lines;
}
