import { createHash } from 'node:crypto';
import { GatehouseError } from './errors.js';

/** Deeper values are refused instead of ending in a stack overflow. */
const MAX_DEPTH = 512;

/**
 * The one text of a JSON value: keys sorted by UTF-16 code unit, no white space, numbers and strings as JavaScript
 * writes them (the rules of RFC 8785). Members that are `undefined` are left out, as in `JSON.stringify`.
 * Throws code `not-json` for a value that JSON can't say.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new GatehouseError('not-json', `A value is nested deeper than ${MAX_DEPTH} levels.`);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new GatehouseError('not-json', `JSON has no number ${value}.`);
    return JSON.stringify(value);
  }
  // Every call, record and fingerprint goes through here: loops over one text are several times as fast as lists of parts.
  if (Array.isArray(value)) {
    let items = '';
    for (let at = 0; at < value.length; at += 1) items += `${at === 0 ? '' : ','}${write(value[at], depth + 1)}`;
    return `[${items}]`;
  }
  if (typeof value === 'object') return `{${writeMembers(value, depth + 1)}}`;
  throw new GatehouseError('not-json', `JSON can't say a value of type ${typeof value}.`);
}

function writeMembers(value: object, depth: number): string {
  let members = '';
  // Without a comparison of its own `toSorted` goes by UTF-16 code unit.
  for (const key of Object.keys(value).toSorted()) {
    const member: unknown = Reflect.get(value, key);
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${write(member, depth)}`;
  }
  return members;
}

/** SHA-256 of the text's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Freezes a JSON value and everything in it, in place, and gives it back. */
export function deepFreeze<T>(value: T): T {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    pending.push(...Object.values(next));
  }
  return value;
}
