/*
 * Characters that change or hide what a reader sees: controls, format characters (bidi, zero-width, tags), private and
 * unassigned ones, lone surrogates, line and paragraph separators, and blanks that are letters by class.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\u{E0100}-\u{E01EF}]/gu;

/** Text from outside with every invisible character written as `\u{202E}`; new lines and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
  });
}
