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
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${write(member, depth + 1)}`);
    return `{${members.join(',')}}`;
  }
  throw new GatehouseError('not-json', `JSON can't say a value of type ${typeof value}.`);
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
