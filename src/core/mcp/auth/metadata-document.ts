import { isJsonObject } from '../../../shared/json.js';
import type { JsonObject } from '../../../shared/json.js';
import { GatehouseError } from '../../errors.js';
import type { AuthDoor } from './auth-door.js';

/**
 * A metadata document; undefined where there is none at the address. Servers that answer everything with a page of their
 * own have none either. Rejects with code `bad-metadata` where the server fails, so that nobody falls back for a moment.
 */
export async function fetchMetadata(door: AuthDoor, address: string, what: string): Promise<JsonObject | undefined> {
  const url = door.addresses.check(address, what);
  const response = await door.fetch(url.href, { method: 'GET', headers: { accept: 'application/json' } });
  const { status } = response;
  if (status >= 500 || status === 429) {
    const text = `${url.origin} answered the request for ${what} with HTTP ${status}. Try again later.`;
    throw new GatehouseError('unreachable', text, { parts: { address: url.origin, status: String(status) } });
  }
  if (status !== 200) return undefined;
  return parse(await response.text());
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The strings of a list; undefined where it is no list. */
export function stringList(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((one): one is string => typeof one === 'string');
}
