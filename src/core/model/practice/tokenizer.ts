import { conceptOf, hanWordAt, isDateWord, isStopWord, singular } from './concepts.js';

/** A piece of a sentence. `concept` where it is a word we know; `value` for what can only be an argument. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'concept' | 'stop' | 'date' | 'number' | 'value' | 'quoted' | 'word';
  readonly concept?: string;
}

/*
 * Quoted text stands in a sentence as one character of the private use area, so that no rule looks inside it.
 */
const FIRST_MARK = 0xe100;
const LAST_MARK = 0xf8ff;
const QUOTES =
  /"([^"]*)"|“([^”]*)”|「([^」]*)」|『([^』]*)』|《([^》]*)》|`([^`]*)`|(?<![\p{L}\p{N}])'([^']*)'(?![\p{L}\p{N}])/gu;
const PIECE = /[\uE100-\uF8FF]|\p{Script=Han}+|[^\s\p{Script=Han}\uE100-\uF8FF，。；：、！？,;:!?()（）"']+/gu;
const DATE = /^\d{4}-\d{1,2}-\d{1,2}(?:T[\d:.Z+-]+)?$|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/;

/** The sentence with its quoted parts marked, and those parts. */
export function markQuotes(sentence: string): { readonly text: string; readonly quoted: readonly string[] } {
  const quoted: string[] = [];
  const plain = sentence.replace(/[\uE100-\uF8FF]/g, ' ');
  const text = plain.replace(QUOTES, (_whole, ...groups: unknown[]) => {
    const inner = groups.slice(0, 7).find((group) => typeof group === 'string');
    if (FIRST_MARK + quoted.length > LAST_MARK) return ' ';
    quoted.push(typeof inner === 'string' ? inner : '');
    return ` ${String.fromCharCode(FIRST_MARK + quoted.length - 1)} `;
  });
  return { text, quoted };
}

/** The text with its marks replaced by what they stand for. */
export function unmark(text: string, quoted: readonly string[]): string {
  return text.replace(/\s?[\uE100-\uF8FF]\s?/g, (mark, offset: number) => {
    const value = quoted[mark.trim().charCodeAt(0) - FIRST_MARK] ?? '';
    return mark === text
      ? value
      : `${offset > 0 && mark.startsWith(' ') ? ' ' : ''}${value}${mark.endsWith(' ') ? ' ' : ''}`;
  });
}

/** The tokens of a marked text, in order. */
export function tokenize(text: string): readonly Token[] {
  const tokens = [...text.matchAll(PIECE)].flatMap((match) => {
    const [piece] = match;
    if (/^[\uE100-\uF8FF]$/.test(piece)) return [token(piece, match.index, 'quoted')];
    return /^\p{Script=Han}/u.test(piece) ? hanTokens(piece, match.index) : latinToken(piece, match.index);
  });
  return tokens.map((each, index) => {
    const next = tokens[index + 1];
    return index > 0 && next !== undefined && isProperName(each, next) ? token(each.text, each.start, 'word') : each;
  });
}

/** "New" in "New York" is no adjective: it is part of a name, as the capitals say. */
function isProperName(each: Token, next: Token): boolean {
  return /^\p{Lu}\p{Ll}/u.test(each.text) && /^\p{Lu}\p{Ll}/u.test(next.text) && next.start === each.end + 1;
}

/** The concepts and words of a name or a description: identifiers are taken apart, values do not occur. */
export function wordsOf(text: string): readonly string[] {
  const spaced = text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./]+/g, ' ')
    .toLowerCase();
  return tokenize(spaced).flatMap((part) => {
    if (part.kind === 'stop') return [];
    return part.concept === undefined ? bigrams(singular(part.text)) : [part.concept];
  });
}

/** Chinese words that we do not know are compared by pairs of characters. */
export function bigrams(word: string): readonly string[] {
  if (!/^\p{Script=Han}{3,}$/u.test(word)) return [word];
  const characters = Array.from(word);
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

function token(text: string, start: number, kind: Token['kind'], concept?: string): Token {
  return { text, start, end: start + text.length, kind, ...(concept === undefined ? {} : { concept }) };
}

function latinToken(piece: string, start: number): readonly Token[] {
  const text = piece.replace(/\.+$/, '');
  if (text === '') return [];
  const word = text.toLowerCase().replace(/[’].*$/, '');
  if (DATE.test(text)) return [token(text, start, 'date')];
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return [token(text, start, 'number')];
  // A dot, a slash, a digit or a dash inside: an identifier, a path, a version. Never a word of the language.
  if (/[\d_\-./\\@#=<>|$*+&%~[\]{}]/.test(text)) return [token(text, start, 'value')];
  if (isDateWord(word)) return [token(text, start, 'date')];
  if (isStopWord(word)) return [token(text, start, 'stop')];
  const concept = conceptOf(word);
  return [concept === undefined ? token(text, start, 'word') : token(text, start, 'concept', concept)];
}

function hanTokens(run: string, start: number): readonly Token[] {
  const tokens: Token[] = [];
  let unknown = '';
  const flush = (at: number): void => {
    if (unknown !== '') tokens.push(token(unknown, start + at - unknown.length, 'word'));
    unknown = '';
  };
  for (let at = 0; at < run.length;) {
    const word = hanWordAt(run.slice(at));
    if (word === undefined) {
      unknown += run[at] ?? '';
      at += 1;
      continue;
    }
    flush(at);
    tokens.push(hanToken(word, start + at));
    at += word.length;
  }
  flush(run.length);
  return tokens;
}

function hanToken(word: string, start: number): Token {
  if (isDateWord(word)) return token(word, start, 'date');
  const concept = conceptOf(word);
  return concept === undefined ? token(word, start, 'stop') : token(word, start, 'concept', concept);
}
