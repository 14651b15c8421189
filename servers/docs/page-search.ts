/** One Markdown page. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

/** A passage that fits a query: a paragraph of a page, with the line (from 1) where it starts. */
export interface Hit {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly passage: string;
}

const MOST_HITS = 5;
const HAN_RUN = /\p{Script=Han}+/gu;

/**
 * The passages with the most words of the query, at most five, best and first on top. Case does not count. A Latin word
 * fits where a word begins with it, anything else where it stands. A Chinese sentence that stands nowhere as it is, is
 * looked for by its pairs of characters, as it has no spaces to cut it by.
 */
export function searchPages(pages: readonly Page[], query: string): readonly Hit[] {
  const words = query.toLowerCase().split(/[\s,.;:!?"'()，。；：！？“”（）、]+/u);
  const terms = words.filter((word) => word !== '');
  const hits = best(pages, terms);
  return hits.length > 0 ? hits : best(pages, terms.flatMap(pairsOfCharacters));
}

function best(pages: readonly Page[], terms: readonly string[]): readonly Hit[] {
  const patterns = [...new Set(terms)].map(patternOf);
  const scored = pages.flatMap((page) =>
    passagesOf(page).map((hit) => {
      const inPassage = patterns.filter((pattern) => pattern.test(hit.passage)).length;
      const inTitle = patterns.filter((pattern) => pattern.test(hit.title)).length;
      return { hit, inPassage, score: inPassage * 2 + inTitle };
    }),
  );
  const most = Math.max(0, ...scored.map((one) => one.inPassage));
  return scored
    .filter((one) => most > 0 && one.inPassage === most)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
    .map((one) => one.hit);
}

function patternOf(term: string): RegExp {
  const escaped = term.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
  return new RegExp(/^\w/.test(term) ? `(?<![A-Za-z0-9])${escaped}` : escaped, 'i');
}

function pairsOfCharacters(term: string): string[] {
  return (term.match(HAN_RUN) ?? []).flatMap((run) => {
    const letters = Array.from(run);
    return letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`);
  });
}

function passagesOf(page: Page): Hit[] {
  const lines = page.text.split(/\r?\n/);
  const title = titleOf(page);
  const hits: Hit[] = [];
  let start = 0;
  for (const [at, line] of [...lines, ''].entries()) {
    if (line.trim() !== '') continue;
    const passage = lines.slice(start, at).join('\n');
    if (passage !== '') hits.push({ title, file: page.file, line: start + 1, passage });
    start = at + 1;
  }
  return hits;
}

/** The first heading of a page; its file's name where it has none. */
export function titleOf({ file, text }: Page): string {
  const heading = text.split(/\r?\n/).find((line) => line.startsWith('# '));
  return heading === undefined ? file : heading.slice(2).trim();
}
