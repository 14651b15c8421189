/** What a piece of code is, as far as it has a colour of its own. */
export const MARK_KINDS = [
  'comment',
  'constant',
  'deleted',
  'function',
  'inserted',
  'keyword',
  'link',
  'punctuation',
  'string',
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A piece of a code's text, in UTF-16 units from its start. */
export interface CodeMark {
  readonly from: number;
  readonly to: number;
  readonly kind: MarkKind;
}
