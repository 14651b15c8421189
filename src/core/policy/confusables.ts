/*
 * Letters of other alphabets, and odd Latin ones, that look like plain Latin letters. Full-width, mathematical and
 * other compatibility forms are not here: NFKC folds those.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  1: 'ӏӀ',
  a: 'аαɑАΑ',
  b: 'ЬʙВΒƄ',
  c: 'сϲᴄС',
  d: 'ԁɗᴅđ',
  e: 'еєҽеᴇΕЕε',
  f: 'ғꞙƒϝ',
  g: 'ɡցԍɢ',
  h: 'һнհʜΗНҺ',
  i: 'іιıɪΙІ',
  j: 'јϳЈ',
  k: 'кκᴋΚК',
  l: 'ⅼłʟ|ǀ',
  m: 'мᴍΜМ',
  n: 'ոηɴΝп',
  o: 'оοօᴏøОΟσ',
  p: 'рρᴘРΡ',
  q: 'ԛգ',
  r: 'гᴦʀ',
  s: 'ѕꜱЅ',
  t: 'тτᴛТΤ',
  u: 'υսᴜц',
  v: 'ѵνᴠ',
  w: 'ԝшωᴡ',
  x: 'хχХΧ',
  y: 'уүʏУΥγ',
  z: 'ᴢΖ',
};

const FOLDED: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);

/** Alphabets with letters that pass for Latin ones. */
const PASSES_FOR_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;

/**
 * Text as it looks rather than as it is coded: compatibility forms folded, invisible characters and accents gone,
 * look-alike letters written as the Latin ones (the palochka, which passes for l and for i, as a one).
 */
export function asItLooks(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{Cf}\p{Mn}\p{Me}\p{Cc}\u115F\u1160\u3164\uFFA0]/gu, '');
  return Array.from(plain.normalize('NFKC'), (character) => FOLDED.get(character) ?? character).join('');
}

/** True where one word mixes Latin letters with those of an alphabet that passes for Latin. */
export function mixesAlphabets(text: string): boolean {
  const words = text.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}\p{Cf}]+/u);
  return words.some((word) => /\p{Script=Latin}/u.test(word) && PASSES_FOR_LATIN.test(word));
}
