/** How good a word of a query is found in a text. */
const WHOLE_START = 100;
const WORD_START = 80;
const INSIDE = 60;
const INITIALS = 50;
const SCATTERED = 20;
/** A name in another language counts for less than the one that is shown. */
const OTHER_NAME = 0.7;

/**
 * How well a query finds something by its names, the shown one first; 0: not at all. Every word of the query must be
 * found: at a start, inside, by the first letters of words, or with its characters in order. Scripts without spaces are
 * searched by their characters.
 */
export function matchScore(query: string, names: readonly string[]): number {
  const words = folded(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  const texts = names.map(folded);
  const scores = words.map((word) =>
    Math.max(...texts.map((text, index) => wordScore(word, text) * (index === 0 ? 1 : OTHER_NAME))),
  );
  if (scores.length === 0 || scores.some((score) => score <= 0)) return 0;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Without what people don't type: case, width, accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function wordScore(word: string, text: string): number {
  const at = text.indexOf(word);
  // Shorter names first among equals.
  const fit = Math.min(9, (9 * word.length) / Math.max(1, text.length));
  if (at === 0) return WHOLE_START + fit;
  if (at > 0) return (startsWord(text, at) || startsWord(text, text.lastIndexOf(word)) ? WORD_START : INSIDE) + fit;
  if (inOrder(word, initials(text))) return INITIALS + fit;
  // One or two letters are scattered in nearly everything.
  const wanted = isHan(word) ? 2 : 3;
  return Array.from(word).length >= wanted && startsSomewhere(word, text) ? SCATTERED + fit : 0;
}

function startsWord(text: string, at: number): boolean {
  const before = text.slice(0, at);
  return !/[\p{L}\p{N}]$/u.test(before);
}

function initials(text: string): string {
  return (text.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []).join('');
}

/** Whether the characters of the word come in order, from the start of one of the text's words on. */
function startsSomewhere(word: string, text: string): boolean {
  if (isHan(word)) return inOrder(word, text);
  return Array.from(text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)).some(({ index }) =>
    text.startsWith(word.slice(0, 1), index) ? inOrder(word, text.slice(index)) : false,
  );
}

function inOrder(word: string, text: string): boolean {
  let at = 0;
  for (const character of word) {
    const found = text.indexOf(character, at);
    if (found === -1) return false;
    at = found + character.length;
  }
  return word !== '';
}

function isHan(word: string): boolean {
  return /\p{Script=Han}/u.test(word);
}
