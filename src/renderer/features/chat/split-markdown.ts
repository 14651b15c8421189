const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** Begins an item that lies in no other. */
const TOP_ITEM = /^(?:[-*+]|\d{1,9}[.)]) /;
/** A list that is longer is split between its items while it grows, UTF-16 units: to parse it takes a few ms each frame. */
const LONG_LIST = 1_500;
/** A reference or footnote definition works from anywhere in the text, so such a text stays whole. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;

/**
 * Splits Markdown at blank lines between top-level blocks, so that a text that grows at its end is parsed only there:
 * all parts but the last stay equal while it streams. Fenced code, lists and what is indented stay together. While it is
 * `growing`, a long list is split too, and definitions count in their own part alone: they come into their own at the end.
 */
export function splitMarkdown(text: string, growing = false): readonly string[] {
  if (!growing && DEFINITION.test(text)) return [text];
  const parts: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  let blank = false;
  let length = 0;
  for (const line of text.split('\n')) {
    const first = lines[0] ?? '';
    const nextBlock = blank && line.trim() !== '' && !continues(first, line);
    const nextItem = growing && length > LONG_LIST && TOP_ITEM.test(first) && TOP_ITEM.test(line);
    if (fence === undefined && (nextBlock || nextItem)) {
      parts.push(lines.join('\n'));
      lines = [];
      length = 0;
    }
    fence = fenceAfter(fence, line);
    blank = line.trim() === '';
    if (lines.length === 0 && blank) continue;
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) parts.push(lines.join('\n'));
  return parts;
}

/** True where a line after a blank one still belongs to the block that `first` began. */
function continues(first: string, line: string): boolean {
  return /^(?: {2}|\t)/.test(line) || (LIST_ITEM.test(first) && LIST_ITEM.test(line));
}

/** The fence that is open after this line: one closes with at least as many of the same mark. */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const mark = FENCE.exec(line)?.[1];
  if (open === undefined) return mark;
  const closes = mark !== undefined && mark.startsWith(open) && line.trim() === mark;
  return closes ? undefined : open;
}
