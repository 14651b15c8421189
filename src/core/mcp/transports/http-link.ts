import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import type { HttpDoor } from '../../http/http-door.js';
import type { DoorRequest, HttpExchange, ResponseHead, ResponseSink } from '../../http/http-exchange.js';
import { GatehouseError } from '../../errors.js';
import type { TransportReceiver } from '../transport.js';
import type { Authorizer } from './authorizer.js';
import { challengeOf } from './http-status-error.js';
import type { HttpEra } from './http-era.js';
import { MAX_MESSAGE_BYTES } from './http-options.js';
import type { HttpTransportOptions } from './http-options.js';
import { LingeringStreams } from './lingering-streams.js';

/** What every request of one HTTP connection shares: the door, the receiver, and the headers of the session. */
export class HttpLink {
  readonly options: HttpTransportOptions;
  readonly door: HttpDoor;
  readonly receiver: TransportReceiver;
  readonly maxMessageBytes: number;
  readonly lingering = new LingeringStreams();
  era: HttpEra;
  readonly #onExpired: () => void;
  #sessionId: string | undefined;
  #revision: string | undefined;
  #headers: Readonly<Record<string, string>>;
  /** The `authorization` that a request carried, by the head of its answer. */
  readonly #carried = new WeakMap<ResponseHead, string>();

  constructor(
    options: HttpTransportOptions,
    door: HttpDoor,
    receiver: TransportReceiver,
    era: HttpEra,
    onExpired: () => void,
  ) {
    this.options = options;
    this.door = door;
    this.receiver = receiver;
    this.maxMessageBytes = options.maxMessageBytes ?? MAX_MESSAGE_BYTES;
    this.era = era;
    this.#onExpired = onExpired;
    this.#headers = this.#sessionHeaders();
  }

  get hasSession(): boolean {
    return this.#sessionId !== undefined;
  }

  /** The answer to `initialize` names the session and the revision (basic/transports, 2025-11-25). */
  noteSession(sessionId: string): void {
    this.#sessionId = sessionId;
    this.#headers = this.#sessionHeaders();
  }

  noteRevision(revision: string): void {
    this.#revision = revision;
    this.#headers = this.#sessionHeaders();
  }

  /** The server does not know the session any more. */
  expire(): void {
    this.#onExpired();
  }

  postHeaders(message: JsonRpcMessage): Readonly<Record<string, string>> {
    const more = this.era.requestHeaders(message);
    return more === undefined ? this.#headers : { ...this.#headers, ...more };
  }

  getHeaders(lastEventId: string | undefined): Readonly<Record<string, string>> {
    const { 'content-type': _none, ...headers } = this.#headers;
    const resume = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    return { ...headers, accept: 'text/event-stream', ...resume };
  }

  /** A 404 for a known session; a few servers say 410 or 400 and name the session (never 404 without one). */
  isExpiry(head: ResponseHead, body: string): boolean {
    if (!this.hasSession) return false;
    if (head.status === 404 || head.status === 410) return true;
    return head.status === 400 && /session/i.test(body);
  }

  /** Sends a request with the headers of the authorizer, if there is one. `use` gets each exchange as it starts. */
  send(request: DoorRequest, sink: ResponseSink, use: (exchange: HttpExchange) => void): void {
    const { authorizer } = this.options;
    if (authorizer === undefined) {
      use(this.door.send(request, sink));
      return;
    }
    void this.#sendSignedIn(authorizer, request, sink, use); // never rejects
  }

  /**
   * Asks the authorizer what to do about a 401 or 403: try again, or not, or an error that tells more than the status.
   * `refused`: the `authorization` of the request, where `send` was not the one who sent it. Never rejects.
   */
  async mayRetry(method: string, head: ResponseHead, refused?: string): Promise<boolean | GatehouseError> {
    const { authorizer } = this.options;
    if (authorizer === undefined) return false;
    const { status, headers, url } = head;
    const wwwAuthenticate = challengeOf(head);
    const response = { status, headers, url, method, wwwAuthenticate, refused: refused ?? this.#carried.get(head) };
    try {
      return (await authorizer.onUnauthorized(response)) === 'retry';
    } catch (error) {
      this.receiver.log('host', signInFailed(error).message);
      return error instanceof GatehouseError ? error : false;
    }
  }

  async #sendSignedIn(
    authorizer: Authorizer,
    request: DoorRequest,
    sink: ResponseSink,
    use: (exchange: HttpExchange) => void,
  ): Promise<void> {
    let more;
    try {
      more = await authorizer.headers(request.url, request.method);
    } catch (error) {
      sink.fail(signInFailed(error));
      return;
    }
    const headers = { ...request.headers, ...more };
    use(this.door.send({ ...request, headers }, this.#noting(sink, more['authorization'])));
  }

  #noting(sink: ResponseSink, authorization: string | undefined): ResponseSink {
    return {
      head: (head) => {
        if (authorization !== undefined) this.#carried.set(head, authorization);
        sink.head(head);
      },
      data: (chunk) => sink.data(chunk),
      end: () => sink.end(),
      fail: (error) => sink.fail(error),
    };
  }

  #sessionHeaders(): Readonly<Record<string, string>> {
    return {
      ...lowerCased(this.options.headers ?? {}),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(this.#sessionId !== undefined && { 'mcp-session-id': this.#sessionId }),
      ...(this.#revision !== undefined && { 'mcp-protocol-version': this.#revision }),
    };
  }
}

/** One name, one header: `Accept` of the user must not stand beside `accept`. */
function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function signInFailed(error: unknown): GatehouseError {
  if (error instanceof GatehouseError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new GatehouseError('sign-in-required', `Signing in to the server failed: ${why}. Sign in again.`);
}

/** The media type of a response, in small letters and without parameters; empty where it names none. */
export function mediaType({ headers }: ResponseHead): string {
  const named = headers['content-type'];
  // As most servers write it.
  if (named === 'text/event-stream' || named === 'application/json') return named;
  const type = String(named ?? '').split(';', 1)[0] ?? '';
  return type.trim().toLowerCase();
}
