import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import { GatehouseError } from '../../errors.js';

const PATH = '/callback';
const LIMIT_MS = 5 * 60_000;

/**
 * Where the browser brings the answer of a sign-in: a random port of 127.0.0.1 that takes one answer and is gone. It
 * closes as well at the first request that does not fit, so that nobody can try (RFC 8252, 7.3 and 8.3).
 */
export class LoopbackRedirect {
  readonly redirectUri: string;
  /** The parameters of the answer. Rejects with code `sign-in-failed`, `sign-in-timeout` or `cancelled`. */
  readonly answer: Promise<URLSearchParams>;
  readonly #server: Server;
  readonly #host: string;
  readonly #state: string;
  readonly #signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  #resolve: (answer: URLSearchParams) => void = ignore;
  #reject: (error: Error) => void = ignore;
  #closed: Promise<unknown> | undefined;

  private constructor(server: Server, port: number, state: string, signal: AbortSignal, limitMs: number) {
    this.#server = server;
    this.#host = `127.0.0.1:${port}`;
    this.#state = state;
    this.#signal = signal;
    this.redirectUri = `http://${this.#host}${PATH}`;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.answer.catch(ignore); // whoever waits for it hears of it; a sign-in that failed earlier does not wait
    server.on('request', (request, response) => this.#onRequest(request, response));
    this.#timer = setTimeout(() => this.#fail('sign-in-timeout', 'Nobody signed in in time. Try again.'), limitMs);
    signal.addEventListener('abort', this.#onAbort);
  }

  /** `state`: what the answer must bring. `limitMs`: how long it may take; default 5 minutes. */
  static async open(state: string, signal: AbortSignal, limitMs = LIMIT_MS): Promise<LoopbackRedirect> {
    if (signal.aborted) throw cancelled();
    const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 16_384 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return new LoopbackRedirect(server, port, state, signal, limitMs);
  }

  /** Resolves when the port is free. Idempotent. */
  async close(): Promise<void> {
    this.#reject(cancelled());
    await this.#end();
  }

  readonly #onAbort = (): void => this.#fail('cancelled', cancelled().message);

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    const asked = request.url ?? '/';
    const url = new URL(URL.canParse(asked, this.redirectUri) ? asked : '/', this.redirectUri);
    if (this.#closed !== undefined) {
      response.destroy();
    } else if (request.headers.host !== this.#host || !isNavigation(request)) {
      this.#refuse(response, 'A request came to the place of the answer that no sign-in page makes');
    } else if (url.pathname !== PATH) {
      // A browser asks for icons and the like by itself.
      response.writeHead(404, HEADERS).end();
    } else if (!isEqual(url.searchParams.get('state') ?? '', this.#state)) {
      this.#refuse(response, 'The answer of the browser belongs to another sign-in');
    } else {
      const done = url.searchParams.has('code');
      finish(response, 200, done ? 'Gatehouse has the answer. You can close this page.' : NOT_DONE);
      this.#resolve(url.searchParams);
      void this.#end(); // never rejects
    }
  }

  #refuse(response: ServerResponse, what: string): void {
    finish(response, 400, NOT_DONE);
    this.#fail('sign-in-failed', `${what}. The sign-in was ended to be safe; try again.`);
  }

  #fail(code: string, message: string): void {
    this.#reject(new GatehouseError(code, message));
    void this.#end(); // never rejects
  }

  #end(): Promise<unknown> {
    this.#closed ??= this.#shutDown();
    return this.#closed;
  }

  async #shutDown(): Promise<void> {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
    const closed = once(this.#server, 'close');
    this.#server.close();
    // What was answered is on its way; a browser keeps its connection open for more.
    setImmediate(() => this.#server.closeIdleConnections());
    const late = setTimeout(() => this.#server.closeAllConnections(), 1_000);
    await closed;
    clearTimeout(late);
  }
}

const NOT_DONE = 'The sign-in was not completed. You can close this page and go back to Gatehouse.';
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

function finish(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, HEADERS).end(`<!doctype html><title>Gatehouse</title><p>${text}</p>`);
}

/** A browser that goes to a page, or a program that says nothing of itself; never a script of some page. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode'];
  const { origin } = headers;
  return method === 'GET' && (mode === undefined || mode === 'navigate') && (origin === undefined || origin === 'null');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function cancelled(): GatehouseError {
  return new GatehouseError('cancelled', 'The sign-in was cancelled.');
}

function ignore(): void {}
