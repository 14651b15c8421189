import type { Dispatcher } from 'undici';
import { GatehouseError } from '../errors.js';
import { httpFailure } from './http-failure.js';

export interface DoorRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The most that is taken of the response's body, bytes. Default 64 MB; more fails with code `too-large`. */
  readonly maxBytes?: number;
  /** The longest the whole exchange may take, ms. Default: no limit. */
  readonly maxMs?: number;
  /** The longest until the answer begins, ms; 0 for no limit. Default: the door's. */
  readonly headersMs?: number | undefined;
  /** The longest silence within the body, ms; fails with code `idle`. Default: no limit. */
  readonly idleMs?: number;
  /** Fail with code `private-address` unless the address is one of the public internet. */
  readonly refusePrivate?: boolean;
}

export interface ResponseHead {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Where the response came from, after redirects. */
  readonly url: URL;
}

/** Hears a response: `head`, then `data` any number of times, then `end`; or `fail`, at any time, last. Must not throw. */
export interface ResponseSink {
  head(head: ResponseHead): void;
  data(chunk: Buffer): void;
  end(): void;
  fail(error: GatehouseError): void;
}

/** How an address is reached. */
export interface Route {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly dispatcher: Dispatcher;
}

/** What an exchange needs of its door. */
export interface ExchangeDoor {
  /** `refusePrivate`: as in the request. Throws a `GatehouseError` for an address that may not be asked. */
  routeTo(url: URL, refusePrivate: boolean): Route;
  readonly headersTimeoutMs: number;
  done(exchange: HttpExchange): void;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** One request and its response, across redirects within the origin. */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #request: DoorRequest;
  readonly #sink: ResponseSink;
  readonly #door: ExchangeDoor;
  readonly #limit: number;
  #url: URL;
  #controller: Dispatcher.DispatchController | undefined;
  /** Those of the responses that redirected: what they still say does not matter. */
  #left: WeakSet<Dispatcher.DispatchController> | undefined;
  #redirects = 0;
  #bytes = 0;
  #sent = false;
  #over = false;
  #totalTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(request: DoorRequest, sink: ResponseSink, door: ExchangeDoor) {
    this.#request = request;
    this.#sink = sink;
    this.#door = door;
    this.#url = request.url;
    this.#limit = request.maxBytes ?? MAX_BYTES;
  }

  start(): void {
    const { maxMs } = this.#request;
    if (maxMs !== undefined) {
      const text = `${this.#url.origin} did not finish its answer within ${maxMs / 1000} s.`;
      this.#totalTimer = setTimeout(() => this.abort(new GatehouseError('timeout', text)), maxMs);
    }
    this.#dispatch();
  }

  /** Ends the exchange from this side; the sink hears the reason. Idempotent. */
  abort(reason: GatehouseError): void {
    if (this.#over) return;
    this.#finish();
    this.#controller?.abort(reason);
    this.#sink.fail(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#over) {
      controller.abort(new Error('The exchange is over.'));
      return;
    }
    this.#controller = controller;
    this.#sent = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // A 1xx only announces the response.
    if (this.#over || controller !== this.#controller || status < 200) return;
    if (isRedirect(status) && headers['location'] !== undefined) {
      this.#redirect(controller, status, String(headers['location']));
      return;
    }
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      const text = `${this.#url.origin} compressed its answer (${String(encoding)}) though it was not asked to. Switch that off in the server.`;
      this.abort(new GatehouseError('bad-answer', text));
      return;
    }
    const announced = Number(headers['content-length'] ?? 0);
    this.#sink.head({ status, headers, url: this.#url });
    if (announced > this.#limit) this.#tooLarge(announced);
    else this.#watchIdle();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over || controller !== this.#controller) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limit) {
      this.#tooLarge(this.#bytes);
      return;
    }
    this.#idleTimer?.refresh();
    this.#sink.data(chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    if (this.#over || controller !== this.#controller) return;
    this.#finish();
    this.#sink.end();
  }

  onResponseError(controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#over || (controller !== undefined && this.#left?.has(controller) === true)) return;
    this.#finish();
    this.#sink.fail(httpFailure(this.#url.origin, error, this.#sent));
  }

  #dispatch(): void {
    const { method, headers, body = null, headersMs, refusePrivate = false } = this.#request;
    try {
      const { origin, path, dispatcher } = this.#door.routeTo(this.#url, refusePrivate);
      dispatcher.dispatch(
        {
          origin,
          path,
          method,
          // A copy: the dispatcher of a proxy writes the host into it.
          headers: { ...headers },
          body,
          headersTimeout: headersMs ?? this.#door.headersTimeoutMs,
          bodyTimeout: 0,
        },
        this,
      );
    } catch (error) {
      this.abort(httpFailure(this.#url.origin, error, false));
    }
  }

  /** Fetch (whatwg) would carry a body and headers to another origin on 307 and 308; here nothing goes there at all. */
  #redirect(controller: Dispatcher.DispatchController, status: number, location: string): void {
    const from = this.#url;
    const target = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
    this.#controller = undefined;
    this.#left ??= new WeakSet();
    this.#left.add(controller);
    controller.abort(new Error('The redirect is looked at.'));
    if (target === undefined) {
      this.#refuse(`${from.origin} redirects to something that is no address. Check the address of the server.`);
    } else if (target.origin !== from.origin) {
      this.#refuse(
        `${from.origin} redirects to ${target.origin}, another origin. Nothing was sent there; if the server has moved, change its address.`,
      );
    } else if (status === 303 && this.#request.method !== 'GET') {
      this.#refuse(`${from.origin} answers by pointing elsewhere (303), which MCP does not know. Check the address.`);
    } else if (++this.#redirects > MAX_REDIRECTS) {
      this.#refuse(`${from.origin} redirects more than ${MAX_REDIRECTS} times. Check the address of the server.`);
    } else {
      this.#url = target;
      this.#sent = false;
      this.#dispatch();
    }
  }

  #refuse(message: string): void {
    this.abort(new GatehouseError('redirect-refused', message));
  }

  #tooLarge(bytes: number): void {
    const text = `The answer of ${this.#url.origin} has at least ${megabytes(bytes)}, over the limit of ${megabytes(this.#limit)}. Ask it for less.`;
    this.abort(new GatehouseError('too-large', text));
  }

  #watchIdle(): void {
    const { idleMs } = this.#request;
    if (idleMs === undefined) return;
    const text = `${this.#url.origin} kept silent for ${idleMs / 1000} s, so its stream was left.`;
    this.#idleTimer = setTimeout(() => this.abort(new GatehouseError('idle', text)), idleMs);
  }

  #finish(): void {
    this.#over = true;
    clearTimeout(this.#totalTimer);
    clearTimeout(this.#idleTimer);
    this.#door.done(this);
  }
}

function megabytes(count: number): string {
  return `${(count / 1_048_576).toFixed(1)} MB`;
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}
