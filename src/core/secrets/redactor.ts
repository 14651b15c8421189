import { isJsonObject, type JsonValue } from '../../shared/json.js';
import { isSecretName } from '../../shared/secret-name.js';
import { encodingsOf } from './secret-encodings.js';
import { KEY_FORMATS, KEY_PLACES } from './secret-patterns.js';

/** What stands in the place of a secret. */
const REDACTED = '[redacted]';

/** What is nested deeper is not looked at, and so not shown. */
const MAX_DEPTH = 24;
/** What a server sends may be deeper; what is deeper than JSON is read here is cut as well. */
const DEEPEST = 512;

interface Known {
  readonly value: string;
  /** The server that the secret was given for; what belongs to none is the host's own. */
  readonly owner: string;
  readonly forms: readonly string[];
}

/** Knows the secrets of the house, and takes them out of what is written down or shown. Holds them in memory only. */
export class Redactor {
  #known: readonly Known[] = [];
  /** Longest first: a form that holds another goes as a whole. */
  #forms: readonly string[] = [];

  /** From now on the value is looked for. */
  know(value: string, owner: string): void {
    if (this.#known.some((known) => known.value === value && known.owner === owner)) return;
    this.#setKnown([...this.#known, { value, owner, forms: encodingsOf(value) }]);
  }

  /** For an owner that is removed. */
  forget(owner: string): void {
    this.#setKnown(this.#known.filter((known) => known.owner !== owner));
  }

  /** The text without known secrets, in whatever common encoding, and without what looks like a key. */
  text(text: string): string {
    let redacted = this.knownIn(text);
    for (const pattern of KEY_FORMATS) redacted = redacted.replace(pattern, REDACTED);
    for (const pattern of KEY_PLACES) redacted = redacted.replace(pattern, `$1${REDACTED}`);
    return redacted;
  }

  /** The text without known secrets; what only looks like a key stays. */
  knownIn(text: string): string {
    let redacted = text;
    for (const form of this.#forms) {
      if (redacted.includes(form)) redacted = redacted.replaceAll(form, REDACTED);
    }
    return redacted;
  }

  /** The same for every text in a value, names of members included; a member whose name says "secret" loses its text. */
  json(value: JsonValue): JsonValue {
    return mapTexts(value, (text, name) => (isSecretName(name) && text !== '' ? REDACTED : this.text(text)), '', 0);
  }

  /** A value as it came, but for known secrets. */
  knownInJson(value: JsonValue): JsonValue {
    if (this.#forms.length === 0) return value;
    return mapTexts(value, (text) => this.knownIn(text), '', 0, DEEPEST);
  }

  /** The owner of a known secret that stands in the value and belongs to somebody else than `reader`. */
  foreignOwner(value: JsonValue, reader: string): string | undefined {
    const foreign = this.#known.filter(({ owner }) => owner !== reader);
    if (foreign.length === 0) return undefined;
    // A secret that both of them were given is not kept from either.
    const own = new Set(this.#known.filter(({ owner }) => owner === reader).map((known) => known.value));
    const texts: string[] = [];
    mapTexts(value, (text) => (texts.push(text), text), '', 0, DEEPEST);
    const found = foreign.find(
      (known) => !own.has(known.value) && known.forms.some((form) => texts.some((text) => text.includes(form))),
    );
    return found?.owner;
  }

  #setKnown(known: readonly Known[]): void {
    this.#known = known;
    this.#forms = [...new Set(known.flatMap(({ forms }) => forms))].toSorted((a, b) => b.length - a.length);
  }
}

type ChangeText = (text: string, name: string) => string;

function mapTexts(value: JsonValue, change: ChangeText, name: string, depth: number, deepest = MAX_DEPTH): JsonValue {
  if (typeof value === 'string') return change(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  if (!isJsonObject(value)) return value.map((item) => mapTexts(item, change, name, depth + 1, deepest));
  const members = Object.entries(value).flatMap(([key, member]): [string, JsonValue][] =>
    member === undefined ? [] : [[change(key, ''), mapTexts(member, change, key, depth + 1, deepest)]],
  );
  return Object.fromEntries(members);
}
