/*
 * What a text is compared by: words of Latin and other spaced scripts, taken out of identifiers and without the ending
 * of a plural, and pairs of characters where a script puts no space between words.
 */

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu;
/** Words that say nothing of what a tool does. */
const EMPTY = new Set(
  'a an and any are as at be by can do does for from get given i in into is it its me mcp my of on or our please so some that the this to tool tools use used using want which with you your'.split(
    ' ',
  ),
);

/** The terms of a text, in its order, each as often as it stands there. */
export function searchTerms(text: string): readonly string[] {
  const spaced = text
    .normalize('NFKC')
    // `e-mail` is written as one word as often.
    .replace(/(?<![\p{L}\p{N}])(\p{L})-(?=\p{L}{2})/gu, '$1')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return (spaced.match(RUNS) ?? [])
    .flatMap((run) => (UNSPACED.test(run) ? pairs(run) : [stem(run.toLowerCase())]))
    .filter((term) => !EMPTY.has(term));
}

/** Every two characters that follow each other; one that stands alone is itself. */
function pairs(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
}

/** Without the ending of a plural: `notes` is `note`, `queries` is `query`, `status` stays. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|[cs]h)es$/u.test(word) && word.length > 4) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/u.test(word) ? word.slice(0, -1) : word;
}
