/** A piece of a text around what was searched for. */
export interface SearchExcerpt {
  /** On one line; begins with an ellipsis where something was cut. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** How much stands around a match, characters. */
const BEFORE = 40;
const AFTER = 120;

/**
 * The first place of `query` in `text`, whatever the case of letters; the beginning where it can't be told. To make a
 * segmenter takes longer than all that it does here: one for many excerpts.
 */
export function searchExcerpt(text: string, query: string, segmenter = new Intl.Segmenter()): SearchExcerpt {
  const place = placeOf(text, query);
  const at = Math.max(place, 0);
  const end = place === -1 ? 0 : at + query.length;
  const before = characters(text.slice(Math.max(0, at - BEFORE * 4), at), segmenter)
    .slice(-BEFORE)
    .join('');
  const after = characters(text.slice(end, end + AFTER * 4), segmenter)
    .slice(0, AFTER)
    .join('');
  return {
    before: `${at > before.length ? '…' : ''}${oneLine(before).trimStart()}`,
    match: oneLine(text.slice(at, end)),
    after: `${oneLine(after).trimEnd()}${end + after.length < text.length ? '…' : ''}`,
  };
}

function placeOf(text: string, query: string): number {
  const exact = text.indexOf(query);
  if (exact !== -1) return exact;
  const lower = text.toLowerCase();
  // A few letters change their length in lower case; then the place would be another.
  return lower.length === text.length ? lower.indexOf(query.toLowerCase()) : -1;
}

function characters(text: string, segmenter: Intl.Segmenter): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ');
}
