import type { JsonValue } from '../../shared/json.js';
import type { Told, ToldParts } from '../../shared/told.js';
import { GatehouseError } from '../errors.js';

/** Counted from 1; columns in UTF-16 code units, as editors count. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A key that stands twice in one object; JSON.parse would drop the first without a word. */
export interface DuplicateKey extends TextPlace {
  readonly key: string;
}

/** Code `bad-json`. The place is counted from 1; columns in UTF-16 code units, as editors count. */
export class BrokenJsonError extends GatehouseError {
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, what: Told) {
    super('bad-json', `This is not JSON: line ${line}, column ${column}: ${what.message}.`, {
      parts: { line: String(line), column: String(column) },
      details: [what],
    });
    this.line = line;
    this.column = column;
  }
}

export interface PositionedJson {
  readonly value: JsonValue;
  readonly duplicates: readonly DuplicateKey[];
  /** Where the value begins to which these names and numbers lead, or the last one on the way that is there. */
  readonly place: (path: readonly string[]) => TextPlace;
}

/**
 * Reads JSON (RFC 8259) and says where it breaks: throws `BrokenJsonError`. `JSON.parse` names the place in some of its
 * messages only, and in other words in each version of V8. A leading BOM is passed over.
 */
export function parsePositionedJson(text: string): PositionedJson {
  return new Reader(text.startsWith('\uFEFF') ? text.slice(1) : text).document();
}

/** The deepest JSON pointer (RFC 6901) that a validator's sentence names in quotes, as a path; empty where none is. */
export function pathNamedIn(sentence: string): readonly string[] {
  const [deepest] = Array.from(sentence.matchAll(/"(\/[^"]*)"/gu), (found) => found[1] ?? '').toSorted(
    (a, b) => b.split('/').length - a.split('/').length,
  );
  if (deepest === undefined) return [];
  return deepest
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const MAX_DEPTH = 100;
const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids raw control characters in a string
const STRING = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

class Reader {
  readonly #text: string;
  readonly #duplicates: DuplicateKey[] = [];
  /** Where each value begins, by its path as JSON. */
  readonly #starts = new Map<string, number>();
  readonly #path: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): PositionedJson {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) this.#fail('json-after-end', 'there is something after the end');
    return { value, duplicates: this.#duplicates, place: (path) => this.#placeOf(path) };
  }

  #placeOf(path: readonly string[]): TextPlace {
    for (let length = path.length; length > 0; length -= 1) {
      const start = this.#starts.get(JSON.stringify(path.slice(0, length)));
      if (start !== undefined) return this.#place(start);
    }
    return this.#place(this.#starts.get('[]') ?? 0);
  }

  #value(depth: number): JsonValue {
    if (depth > MAX_DEPTH) {
      this.#fail('json-deep', `it is nested more than ${MAX_DEPTH} deep`, { most: String(MAX_DEPTH) });
    }
    this.#space();
    this.#starts.set(JSON.stringify(this.#path), this.#at);
    const head = this.#text[this.#at];
    if (head === '{') return this.#object(depth);
    if (head === '[') return this.#array(depth);
    if (head === '"') return this.#string();
    const word = WORDS.find(([name]) => this.#text.startsWith(name, this.#at));
    if (word !== undefined) {
      this.#at += word[0].length;
      return word[1];
    }
    const number = this.#match(NUMBER);
    return number === undefined || number === ''
      ? this.#fail('json-value', 'a value is expected here')
      : Number(number);
  }

  #object(depth: number): JsonValue {
    const entries = new Map<string, JsonValue>();
    this.#at += 1;
    this.#space();
    if (this.#take('}')) return {};
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') this.#fail('json-name', 'a name in double quotes is expected here');
      const keyAt = this.#at;
      const key = this.#string();
      if (entries.has(key)) this.#duplicates.push({ key, ...this.#place(keyAt) });
      this.#space();
      if (!this.#take(':')) {
        const name = JSON.stringify(key);
        this.#fail('json-colon', `a colon is expected after ${name}`, { name });
      }
      this.#path.push(key);
      entries.set(key, this.#value(depth + 1));
      this.#path.pop();
      this.#space();
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail('json-end', 'a comma or } is expected here', { end: '}' });
    return Object.fromEntries(entries);
  }

  #array(depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.#at += 1;
    this.#space();
    if (this.#take(']')) return items;
    do {
      this.#path.push(String(items.length));
      items.push(this.#value(depth + 1));
      this.#path.pop();
      this.#space();
    } while (this.#take(','));
    if (!this.#take(']')) this.#fail('json-end', 'a comma or ] is expected here', { end: ']' });
    return items;
  }

  #string(): string {
    const token = this.#match(STRING);
    if (token === undefined) return this.#fail('json-text', 'this text in quotes does not end, or holds a bad escape');
    return String(JSON.parse(token));
  }

  #space(): void {
    this.#match(SPACE);
    if (this.#text.startsWith('//', this.#at) || this.#text.startsWith('/*', this.#at)) {
      this.#fail('json-comment', 'JSON has no comments; take this one out');
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #place(at: number): TextPlace {
    const before = this.#text.slice(0, at);
    return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
  }

  #fail(code: string, message: string, parts: ToldParts = {}): never {
    const { line, column } = this.#place(this.#at);
    throw new BrokenJsonError(line, column, { code, message, parts });
  }
}
