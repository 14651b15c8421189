import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { JsonRpcError, METHOD_NOT_FOUND } from '../jsonrpc/json-rpc-error.js';
import type { Exchange } from './exchange.js';
import { SUBSCRIPTION_ID_KEY } from './revisions/modern-meta.js';
import { backoff } from './transports/backoff.js';

/** A subscription that was acknowledged and lived this long, ms, was no failure: many a balancer cuts after a minute. */
const LIVED_MS = 5_000;
/** Failures in a row that each have a line in the log. */
const MOST_TOLD = 5;

interface SubscriptionParts {
  readonly exchange: Exchange;
  readonly capabilities: JsonObject;
  readonly note: (text: string) => void;
  /** A subscription was interrupted: what changed meanwhile was not heard. */
  readonly onGap: () => void;
}

interface Stream {
  readonly controller: AbortController;
  readonly filter: JsonObject;
  readonly since: number;
  id: number | undefined;
  acknowledged: boolean;
}

/**
 * The one `subscriptions/listen` of a session (basic/patterns/subscriptions, 2026-07-28): changes of the lists, and of the
 * resources that were asked for. Another set of resources is a new stream, opened before the old one ends. A stream that
 * ends is opened again, after a pause, for as long as the session lives; not where the server does not know the request.
 */
export class Subscription {
  readonly #parts: SubscriptionParts;
  readonly #resources = new Set<string>();
  /** Of every stream of this session: one that is being replaced may still tell something. */
  readonly #ids = new Set<string>();
  #stream: Stream | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** In a row. */
  #failures = 0;
  #stopped = false;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
  }

  /** Opens the stream, if there is anything to hear of. */
  start(): void {
    clearTimeout(this.#retry);
    const filter = this.#filter();
    const old = this.#stream;
    this.#stream = undefined;
    if (!this.#stopped && Object.keys(filter).length > 0) this.#open(filter);
    old?.controller.abort();
  }

  addResource(uri: string): void {
    if (this.#resources.has(uri)) return;
    this.#resources.add(uri);
    this.start();
  }

  removeResource(uri: string): void {
    if (this.#resources.delete(uri)) this.start();
  }

  /** The connection has ended; nothing is opened any more. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
  }

  /** Whether a notification belongs to the open stream; on stdio all streams share one channel. */
  owns(method: string, params: JsonObject): boolean {
    const id = idOf(params);
    if (id === undefined) {
      this.#parts.note(
        `The server sent ${method} without saying for which subscription; it is taken for the open one.`,
      );
      return true;
    }
    return this.#ids.has(id);
  }

  /** `notifications/subscriptions/acknowledged`: what of the filter the server will tell. */
  acknowledge(params: JsonObject): void {
    const stream = this.#stream;
    // One that was replaced meanwhile is of no interest.
    if (stream === undefined || idOf(params) !== String(stream.id)) return;
    stream.acknowledged = true;
    if (this.#failures > MOST_TOLD) this.#parts.note('The subscription is open again.');
    const granted = isJsonObject(params['notifications']) ? params['notifications'] : {};
    const refused = Object.entries(stream.filter).flatMap(([key, wanted]) => notGranted(key, wanted, granted[key]));
    if (refused.length > 0) this.#parts.note(`The server will not tell of: ${refused.join(', ')}.`);
    if (Object.keys(granted).length > 0) return;
    // Nothing would ever come on it.
    this.#stream = undefined;
    stream.controller.abort();
  }

  #open(filter: JsonObject): void {
    const since = performance.now();
    const stream: Stream = { controller: new AbortController(), filter, since, id: undefined, acknowledged: false };
    this.#stream = stream;
    const onId = (id: number): void => {
      stream.id = id;
      this.#ids.add(String(id));
    };
    const listening = this.#parts.exchange.request(
      'subscriptions/listen',
      { notifications: filter },
      { signal: stream.controller.signal, onId },
    );
    listening.then(
      () => this.#ended(stream, 'The server ended the subscription.'),
      (error: unknown) => {
        if (error instanceof GatehouseError && error.code === 'connection-closed') this.stop();
        if (error instanceof JsonRpcError && error.code === METHOD_NOT_FOUND) this.#unknown(stream);
        else this.#ended(stream, `The subscription ended: ${errorMessage(error)}`);
      },
    );
  }

  #ended(stream: Stream, why: string): void {
    if (this.#stopped || this.#stream !== stream) return;
    this.#stream = undefined;
    this.#ids.delete(String(stream.id));
    const lived = stream.acknowledged && performance.now() - stream.since >= LIVED_MS;
    this.#failures = lived ? 0 : this.#failures + 1;
    const pause = backoff(this.#failures);
    if (this.#failures <= MOST_TOLD) {
      const quiet = this.#failures === MOST_TOLD ? ' and from now on without a word of it here' : '';
      this.#parts.note(`${why} It is asked for again in ${(pause / 1000).toFixed(1)} s${quiet}.`);
    }
    this.#retry = setTimeout(() => {
      this.start();
      if (stream.acknowledged) this.#parts.onGap();
    }, pause);
  }

  #unknown(stream: Stream): void {
    if (this.#stream !== stream) return;
    this.#stream = undefined;
    this.#parts.note('The server does not know subscriptions/listen; changes of its lists are not heard.');
  }

  #filter(): JsonObject {
    const has = (kind: string, what: string): boolean => {
      const capability = this.#parts.capabilities[kind];
      return isJsonObject(capability) && capability[what] === true;
    };
    return {
      ...(has('tools', 'listChanged') && { toolsListChanged: true }),
      ...(has('prompts', 'listChanged') && { promptsListChanged: true }),
      ...(has('resources', 'listChanged') && { resourcesListChanged: true }),
      ...(this.#resources.size > 0 && { resourceSubscriptions: [...this.#resources] }),
    };
  }
}

function notGranted(key: string, wanted: JsonValue | undefined, granted: JsonValue | undefined): readonly string[] {
  if (!isStrings(wanted)) return granted === true ? [] : [key];
  return wanted.filter((uri) => !isStrings(granted) || !granted.includes(uri));
}

/** As a string: the same id may come back as a number or as its digits. */
function idOf(params: JsonObject): string | undefined {
  const meta = params['_meta'];
  const id = isJsonObject(meta) ? meta[SUBSCRIPTION_ID_KEY] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function isStrings(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}
