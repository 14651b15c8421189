import { isJsonObject, type JsonValue } from '../../shared/json.js';
import { canonicalJson } from '../canonical-json.js';
import type { Redactor } from '../secrets/redactor.js';

/** Of one text. UTF-16 code units. */
const LONGEST_TEXT = 2_000;
/** What is looked through of a text for what is kept of it: a secret at the cut is seen whole. */
const LOOKED_THROUGH = 64 * 1024;
/** Of all arguments together, as JSON. */
const LONGEST = 8_000;

/** Arguments as they may be written down: without secrets, and not longer than a reader looks at. */
export function auditArguments(value: JsonValue, redactor: Redactor): JsonValue {
  const short = shortened(redactor.json(shortened(value, LOOKED_THROUGH)), LONGEST_TEXT);
  const text = canonicalJson(short);
  return text.length <= LONGEST ? short : { '…': cut(text, LONGEST) };
}

function shortened(value: JsonValue, most: number): JsonValue {
  if (typeof value === 'string') return cut(value, most);
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map((item) => shortened(item, most));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      cut(key, most),
      member === undefined ? null : shortened(member, most),
    ]),
  );
}

function cut(text: string, most: number): string {
  const over = text.length - most;
  return over > 0 ? `${text.slice(0, most)}… (${over} more characters)` : text;
}
