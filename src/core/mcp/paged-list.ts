import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { GatehouseError } from '../errors.js';
import type { Exchange } from './exchange.js';

/** A server that always names a next page would be asked for ever. */
const MAX_PAGES = 1_000;
/** For each page, ms. */
const PAGE_TIMEOUT_MS = 120_000;

/** An entry of a list that can't be used, and why. Only the terminal says it. */
export interface RejectedEntry {
  readonly name: string;
  readonly reason: string;
}

/** The results of all pages of a list, and the entries in them. */
export interface Listing {
  readonly pages: readonly JsonObject[];
  readonly entries: readonly JsonValue[];
}

/**
 * Asks for every page of a list. Cursors are opaque, and an empty one is a cursor too; only a missing one ends the list
 * (server/utilities/pagination, 2025-11-25). `key` is where the entries are. Rejects with code `too-many-pages` or
 * `invalid-result`.
 */
export async function fetchListing(
  exchange: Exchange,
  method: string,
  key: string,
  options: { readonly signal?: AbortSignal | undefined; readonly fresh?: boolean | undefined } = {},
): Promise<Listing> {
  const pages: JsonObject[] = [];
  const entries: JsonValue[] = [];
  let params: JsonObject = {};
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await exchange.request(method, params, { ...options, timeoutMs: PAGE_TIMEOUT_MS });
    const { [key]: list, nextCursor } = result;
    if (!isList(list)) {
      throw new GatehouseError('invalid-result', `The server answered ${method} without a list of ${key}.`);
    }
    pages.push(result);
    for (const entry of list) entries.push(entry);
    if (typeof nextCursor !== 'string') return { pages, entries };
    params = { cursor: nextCursor };
  }
  const text = `The server's answer to ${method} has more than ${MAX_PAGES} pages, or never ends. Nothing of it is used.`;
  throw new GatehouseError('too-many-pages', text, { parts: { method, most: String(MAX_PAGES) } });
}

/** Keeps every entry that has the strings it needs, and says of each other one what it lacks. */
export function salvage<T extends string>(
  entries: readonly JsonValue[],
  needed: readonly T[],
): {
  readonly kept: readonly (JsonObject & { readonly [K in T]: string })[];
  readonly rejected: readonly RejectedEntry[];
} {
  const kept: (JsonObject & { readonly [K in T]: string })[] = [];
  const rejected: RejectedEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    if (hasStrings(entry, needed)) {
      kept.push(entry);
      continue;
    }
    const lacking = isJsonObject(entry) ? needed.filter((key) => typeof entry[key] !== 'string') : needed;
    const name = isJsonObject(entry) && typeof entry['name'] === 'string' ? entry['name'] : `#${at + 1}`;
    rejected.push({ name, reason: `It has no ${lacking.join(' and no ')}.` });
  }
  return { kept, rejected };
}

function hasStrings<T extends string>(
  entry: JsonValue,
  needed: readonly T[],
): entry is JsonObject & { readonly [K in T]: string } {
  return isJsonObject(entry) && needed.every((key) => typeof entry[key] === 'string');
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
