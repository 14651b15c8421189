/*
 * Characters that change or hide what a reader sees: controls, format characters (bidi, zero-width, tags), private and
 * unassigned ones, lone surrogates, line and paragraph separators, and blanks that are letters by class.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\u{E0100}-\u{E01EF}]/gu;

/** Text from outside with every invisible character written as `\u{202E}`; new lines and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, written);
}

/** What a joiner (U+200C, U+200D) belongs behind: an emoji, or a letter of a script that joins its letters. */
const JOINED =
  /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}])$/u;

/**
 * The same for prose such as a chat: line ends of any kind are new lines, and joiners stay where an emoji or a script
 * is written with them.
 */
export function visibleProse(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(INVISIBLE, (character, at: number, whole: string) => {
    const joins = character === '\u200C' || character === '\u200D';
    return joins && JOINED.test(whole.slice(Math.max(0, at - 2), at)) ? character : written(character);
  });
}

function written(character: string): string {
  if (character === '\n' || character === '\t') return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

/** JSON text with every invisible character of its strings as a JSON escape: it says the same and hides nothing. */
export function hiddenAsEscapes(json: string): string {
  return json.replace(INVISIBLE, (character) => {
    if (character === '\n' || character === '\t') return character;
    return Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join('');
  });
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
