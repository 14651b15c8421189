/** Letters of alphabets that pass for Latin ones. */
const PASSES_FOR_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/gu;
const LATIN = /\p{Script=Latin}/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Text in which a word that mixes Latin letters with look-alikes of another alphabet has these written as code points:
 * `p\u{430}ypal`. A word that is of one alphabet stays as it is.
 */
export function markMixedScripts(text: string): string {
  return text.replace(WORD, (word) => (LATIN.test(word) ? word.replace(PASSES_FOR_LATIN, written) : word));
}

function written(letter: string): string {
  return `\\u{${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}
