const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** A reference or footnote definition works from anywhere in the text, so such a text stays whole. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;

/**
 * Splits Markdown at blank lines between top-level blocks, so that a text that grows at its end is parsed only there:
 * all parts but the last stay equal while it streams. Fenced code, lists and what is indented stay together.
 */
export function splitMarkdown(text: string): readonly string[] {
  if (DEFINITION.test(text)) return [text];
  const parts: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  let blank = false;
  for (const line of text.split('\n')) {
    if (blank && fence === undefined && line.trim() !== '' && !continues(lines[0] ?? '', line)) {
      parts.push(lines.join('\n'));
      lines = [];
    }
    fence = fenceAfter(fence, line);
    blank = line.trim() === '';
    if (lines.length > 0 || !blank) lines.push(line);
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
