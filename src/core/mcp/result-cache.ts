import type { JsonObject } from '../../shared/json.js';

/** Results that say how long they may be used, and what a change of makes them stale. */
const CACHEABLE: Readonly<Record<string, 'tools' | 'prompts' | 'resources' | 'server'>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'server/discover': 'server',
};

const MOST_ENTRIES = 256;
/** A server can't have one answer used for longer than this, ms. */
const LONGEST_TTL_MS = 24 * 3_600_000;

interface Entry {
  readonly method: string;
  readonly uri: string | undefined;
  readonly result: JsonObject;
  readonly until: number;
}

/**
 * Results of one session that carry `ttlMs` (server/utilities/caching, 2026-07-28), by method and params. A session has
 * one authorization, so `private` and `public` are the same here; nothing is shared between sessions.
 */
export class ResultCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  /** `now`: a clock that only goes forward, ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get(method: string, params: JsonObject): JsonObject | undefined {
    const key = keyOf(method, params);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > this.#now()) return entry.result;
    this.#entries.delete(key);
    return undefined;
  }

  /** Keeps a result that may be kept: zero, a negative or no `ttlMs` is stale at once. */
  put(method: string, params: JsonObject, result: JsonObject): void {
    const { ttlMs } = result;
    if (CACHEABLE[method] === undefined || typeof ttlMs !== 'number' || !(ttlMs > 0)) return;
    const uri = typeof params['uri'] === 'string' ? params['uri'] : undefined;
    const until = this.#now() + Math.min(ttlMs, LONGEST_TTL_MS);
    this.#entries.set(keyOf(method, params), { method, uri, result, until });
    if (this.#entries.size <= MOST_ENTRIES) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  /** The server said that a list changed; a changed list of resources may mean changed resources. */
  dropKind(kind: 'tools' | 'prompts' | 'resources'): void {
    for (const [key, { method }] of this.#entries) if (CACHEABLE[method] === kind) this.#entries.delete(key);
  }

  /** The server said that one resource changed. */
  dropResource(uri: string): void {
    for (const [key, entry] of this.#entries) if (entry.uri === uri) this.#entries.delete(key);
  }
}

function keyOf(method: string, params: JsonObject): string {
  return `${method} ${JSON.stringify(params)}`;
}
