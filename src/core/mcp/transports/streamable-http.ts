import type { JsonRpcId, JsonRpcMessage } from '../../../shared/json-rpc.js';
import { errorMessage, GatehouseError } from '../../errors.js';
import { checkAddress, HttpDoor } from '../../http/http-door.js';
import type { CloseReason, Transport, TransportReceiver } from '../transport.js';
import { LEGACY_HTTP_ERA } from './http-era.js';
import type { HttpEra } from './http-era.js';
import { HttpLink } from './http-link.js';
import type { HttpTransportOptions } from './http-options.js';
import { PostedMessage } from './posted-message.js';
import { ServerStream } from './server-stream.js';

/** How long leaving a session may take, ms: the server's answer to DELETE changes nothing any more. */
const LEAVE_MS = 3_000;

/**
 * A server behind an address: each message is a POST of its own, and the answer JSON or a stream of events
 * (basic/transports, 2025-11-25; basic/transports/streamable-http, 2026-07-28). The connection lives as long as its
 * session: a server that is away fails the calls of that time and no others. It ends by itself only with the reason
 * `session-expired`; the send that met it rejects with that code too, and was not carried out.
 */
export class StreamableHttpTransport implements Transport {
  readonly #options: HttpTransportOptions;
  readonly #posts = new Map<JsonRpcId, PostedMessage>();
  readonly #others = new Set<PostedMessage>();
  #era: HttpEra = LEGACY_HTTP_ERA;
  #starting: Promise<HttpDoor> | undefined;
  #receiver: TransportReceiver | undefined;
  #link: HttpLink | undefined;
  #stream: ServerStream | undefined;
  #ending: Promise<void> | undefined;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  get userBusyUntil(): number {
    return this.#options.authorizer?.userBusyUntil ?? 0;
  }

  /** How messages are sent from now on. Until it is set, as the revisions up to 2025-11-25 have it. */
  setEra(era: HttpEra): void {
    this.#era = era;
    if (this.#link !== undefined) this.#link.era = era;
  }

  async start(receiver: TransportReceiver): Promise<void> {
    if (this.#starting !== undefined || this.#ending !== undefined) throw notOpen();
    this.#receiver = receiver;
    this.#starting = openDoor(this.#options);
    let door;
    try {
      door = await this.#starting;
    } catch (error) {
      receiver.closed({ code: 'transport-error', message: errorMessage(error) });
      throw error;
    }
    await this.#giveUpIfEnding();
    this.#link = new HttpLink(this.#options, door, receiver, this.#era, () => this.#onExpired());
  }

  send(message: JsonRpcMessage): Promise<void> {
    const link = this.#link;
    if (link === undefined || this.#ending !== undefined) return Promise.reject(notOpen());
    const cancelled = cancelledId(message);
    if (cancelled !== undefined && !this.#era.sendsCancelNotification) {
      this.#abandon(cancelled);
      return Promise.resolve();
    }
    let post;
    try {
      post = new PostedMessage(link, message);
    } catch (error) {
      // A message that is no JSON.
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#keep(message, post);
    post.start();
    if (!('method' in message) || 'id' in message) return post.done;
    if (message.method === 'notifications/initialized') return post.done.then(() => this.#listen(link));
    // Leaving the stream first would be no cancellation: "Disconnection SHOULD NOT be interpreted as the client cancelling".
    return cancelled === undefined ? post.done : post.done.finally(() => this.#abandon(cancelled));
  }

  /** The network is back, or the computer woke up: what waits for a reconnection tries it now. */
  wake(): void {
    this.#stream?.wake();
  }

  close(): Promise<void> {
    return this.#end({ code: 'closed-by-host', message: 'Gatehouse closed the connection.' });
  }

  /** `close` may have been called while the door was opened. */
  async #giveUpIfEnding(): Promise<void> {
    if (this.#ending === undefined) return;
    await this.#ending;
    throw notOpen();
  }

  #keep(message: JsonRpcMessage, post: PostedMessage): void {
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    const forget = (): void => {
      if (id === undefined) this.#others.delete(post);
      else this.#posts.delete(id);
    };
    if (id === undefined) this.#others.add(post);
    else this.#posts.set(id, post);
    post.done.then(forget, forget);
  }

  #abandon(id: JsonRpcId): void {
    this.#posts.get(id)?.abort(new GatehouseError('cancelled', 'The request was cancelled.'));
  }

  #listen(link: HttpLink): void {
    if (this.#ending !== undefined || this.#stream !== undefined || !this.#era.hasSessions) return;
    this.#stream = new ServerStream(link);
    this.#stream.open();
  }

  #onExpired(): void {
    // After the sends that met it have told their callers.
    setImmediate(() => {
      const message = 'The server has forgotten the session. Connect again: a new session begins with a new handshake.';
      void this.#end({ code: 'session-expired', message });
    });
  }

  #end(reason: CloseReason): Promise<void> {
    this.#ending ??= this.#shutDown(reason);
    return this.#ending;
  }

  /** Never rejects. */
  async #shutDown(reason: CloseReason): Promise<void> {
    this.#stream?.close();
    const error = new GatehouseError('connection-closed', reason.message);
    for (const post of [...this.#posts.values(), ...this.#others]) post.abort(error);
    // A start that failed has told its caller why, and the receiver.
    const door = await this.#starting?.catch(() => undefined);
    if (door === undefined) return;
    if (reason.code === 'closed-by-host') await this.#leaveSession();
    await door.close();
    this.#receiver?.closed(reason);
  }

  /** "Clients that no longer need a session SHOULD send an HTTP DELETE"; a server may refuse it (405). */
  async #leaveSession(): Promise<void> {
    const link = this.#link;
    if (link?.hasSession !== true) return;
    const headers = link.getHeaders(undefined);
    const signedIn = await this.#options.authorizer?.headers(this.#options.url, 'DELETE').catch(() => undefined);
    const request = { method: 'DELETE', url: this.#options.url, headers: { ...headers, ...signedIn } } as const;
    await link.door.fetch({ ...request, maxMs: LEAVE_MS, maxBytes: 65_536 }).catch(() => {});
  }
}

async function openDoor({ url, proxy, caFile, env }: HttpTransportOptions): Promise<HttpDoor> {
  checkAddress(url);
  return HttpDoor.open({ proxy, caFile, ...(env !== undefined && { env }) });
}

function cancelledId(message: JsonRpcMessage): JsonRpcId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function notOpen(): GatehouseError {
  return new GatehouseError('connection-closed', 'The connection to the server is not open. Connect again.');
}
