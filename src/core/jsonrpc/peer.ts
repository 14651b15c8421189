import type {
  JsonRpcErrorBody,
  JsonRpcId,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
} from '../../shared/json-rpc.js';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { INTERNAL_ERROR, JsonRpcError, METHOD_NOT_FOUND } from './json-rpc-error.js';
import { PendingRequest } from './pending-request.js';
import type { GiveUp, PendingOwner, RequestOptions, RequestProgress } from './pending-request.js';
import { PendingRequests } from './pending-requests.js';
import { RequestClock } from './request-clock.js';

/** How a peer reaches the other side. */
export interface PeerWire {
  /** Rejects when the message could not be handed over. */
  send(message: JsonRpcMessage): Promise<void>;
  /** Something odd that the other side did; for its log. Must not throw. */
  note(text: string): void;
  /** Until when the user was last busy so that messages can travel at all, such as signing in: `performance.now()`. */
  userBusyUntil?(): number;
}

/** Requests whose messages were handed over together: they fail together. */
interface Handover {
  readonly sending: Promise<void>;
  readonly firstId: number;
  lastId: number;
}

/** Answers a request of the other side. `signal` aborts when the other side cancels it. */
export type RequestHandler = (params: JsonObject, signal: AbortSignal) => Promise<JsonObject>;
export type NotificationHandler = (params: JsonObject) => void;

/** How many given-up requests are remembered to tell a late answer from one that nobody asked for. */
const REMEMBERED = 10_000;
/** What went wrong inside is nothing for the other side. */
const UNTOLD: JsonRpcErrorBody = { code: INTERNAL_ERROR, message: 'Internal error' };
/** How much of a message without a use is noted, UTF-16 units. */
const NOTED_LENGTH = 300;

/**
 * One side of a JSON-RPC 2.0 connection with MCP's cancellation and progress. Every request settles exactly once: by its
 * answer, by its clock or signal, or when the connection ends. Messages are handled in order and at once, so progress
 * that arrives together with its result is never lost.
 */
export class JsonRpcPeer {
  readonly #wire: PeerWire;
  readonly #pending = new PendingRequests();
  readonly #clock = new RequestClock((now) => this.#look(now));
  readonly #givenUp = new Set<JsonRpcId>();
  readonly #serving = new Map<JsonRpcId, AbortController>();
  readonly #requestHandlers = new Map<string, RequestHandler>();
  readonly #notificationHandlers = new Map<string, NotificationHandler>();
  readonly #owner: PendingOwner = { giveUp: (id, why) => this.#giveUp(id, why) };
  #lastId = 0;
  #handover: Handover | undefined;
  #lateAnswers = 0;
  #closed: GatehouseError | undefined;

  constructor(wire: PeerWire) {
    this.#wire = wire;
    this.#notificationHandlers.set('notifications/progress', (params) => this.#onProgress(params));
    this.#notificationHandlers.set('notifications/cancelled', (params) => this.#onCancelled(params));
  }

  /** Answers that came after their request had been given up. */
  get lateAnswers(): number {
    return this.#lateAnswers;
  }

  /**
   * Resolves with the result. Rejects with a `JsonRpcError` where the peer answers with an error, else with a
   * `GatehouseError` with code `timeout`, `cancelled`, `too-large` or `connection-closed`.
   */
  request(method: string, params: JsonObject | undefined, options: RequestOptions = {}): Promise<JsonObject> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    if (options.signal?.aborted === true) return Promise.reject(giveUpError(method, 'cancelled', options));
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      options.onId?.(id);
      const request = new PendingRequest({ id, method, options }, resolve, reject, this.#owner);
      this.#pending.add(request);
      this.#clock.expect(request.due);
      const sent = options.onProgress === undefined ? params : withProgressToken(params, id);
      const message: JsonRpcRequest =
        sent === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params: sent };
      this.#watch(id, this.#wire.send(message));
    });
  }

  /** Resolves when the notification was handed over. */
  notify(method: string, params?: JsonObject): Promise<void> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    return this.#wire.send(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params });
  }

  /** Sets who answers requests of a method. Without one the answer is "method not found". */
  handleRequest(method: string, handler: RequestHandler): void {
    this.#requestHandlers.set(method, handler);
  }

  /** Sets who hears notifications of a method. One that nobody hears is noted, and changes nothing. */
  handleNotification(method: string, handler: NotificationHandler): void {
    this.#notificationHandlers.set(method, handler);
  }

  /** A message arrived. Never throws. */
  accept(message: JsonRpcMessage): void {
    if (this.#closed !== undefined) return;
    if (!('method' in message)) this.#onResponse(message);
    else if ('id' in message) void this.#serve(message);
    else this.#onNotification(message);
  }

  /** A message of so many bytes arrived and was too large to take. Only the request that it answers fails. */
  acceptOversized(id: JsonRpcId | undefined, bytes: number): void {
    const size = `${(bytes / 1_048_576).toFixed(1)} MB`;
    const request = id === undefined ? undefined : this.#pending.take(id);
    if (request === undefined) {
      this.#wire.note(`A message of ${size} was too large and was dropped.`);
      return;
    }
    const text = `The server's answer to ${request.method} has ${size}, which is over the limit. Ask it for less.`;
    request.reject(new GatehouseError('too-large', text));
  }

  /** The connection has ended: everything that waits is told why, and nothing is sent any more. Idempotent. */
  close(reason: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = new GatehouseError('connection-closed', reason);
    this.#clock.stop();
    for (const { id } of this.#pending.all()) {
      this.#pending.take(id)?.reject(new GatehouseError('connection-closed', reason));
    }
    for (const controller of this.#serving.values()) controller.abort();
    this.#serving.clear();
  }

  #onResponse(response: JsonRpcResponse): void {
    const { id } = response;
    const request = id == null ? undefined : this.#pending.take(id);
    if (request === undefined) this.#onStrayResponse(response);
    else if ('result' in response) request.resolve(response.result);
    else request.reject(new JsonRpcError(response.error));
  }

  #onStrayResponse(response: JsonRpcResponse): void {
    const { id } = response;
    if (id != null && this.#givenUp.delete(id)) {
      this.#lateAnswers++;
      return;
    }
    const said = 'error' in response ? ` It says: ${response.error.message}` : '';
    this.#wire.note(`An answer came that nobody asked for (id ${JSON.stringify(id ?? null)}).${said}`);
  }

  /** One look at a promise serves all the requests that share it. */
  #watch(id: number, sending: Promise<void>): void {
    if (this.#handover?.sending === sending) {
      this.#handover.lastId = id;
      return;
    }
    const handover: Handover = { sending, firstId: id, lastId: id };
    this.#handover = handover;
    sending.catch((error: unknown) => {
      for (let at = handover.firstId; at <= handover.lastId; at++) this.#pending.take(at)?.reject(asError(error));
    });
  }

  /** Looks at every request, and gives when to look again. */
  #look(now: number): number {
    const busyUntil = this.#wire.userBusyUntil?.() ?? 0;
    let next = Infinity;
    for (const request of this.#pending.all()) {
      const why = request.look(now, busyUntil);
      if (why === undefined) next = Math.min(next, request.due);
      else this.#giveUp(request.id, why);
    }
    return next;
  }

  #giveUp(id: number, why: GiveUp): void {
    const request = this.#pending.take(id);
    if (request === undefined) return;
    this.#remember(id);
    if (request.options.announceCancel !== false) {
      const reason = why === 'cancelled' ? 'The request is no longer needed.' : 'The request took too long.';
      this.#quietly(this.notify('notifications/cancelled', { requestId: id, reason }));
    }
    request.reject(giveUpError(request.method, why, request.options));
  }

  #remember(id: JsonRpcId): void {
    this.#givenUp.add(id);
    if (this.#givenUp.size <= REMEMBERED) return;
    for (const oldest of this.#givenUp) {
      this.#givenUp.delete(oldest);
      return;
    }
  }

  #onNotification(notification: JsonRpcNotification): void {
    const handler = this.#notificationHandlers.get(notification.method);
    if (handler === undefined) {
      const said = JSON.stringify(notification.params ?? {}).slice(0, NOTED_LENGTH);
      this.#wire.note(`The server sent ${notification.method}, which nothing here has a use for: ${said}`);
      return;
    }
    try {
      handler(notification.params ?? {});
    } catch (error) {
      this.#wire.note(`${notification.method} could not be handled: ${errorMessage(error)}`);
    }
  }

  #onProgress(params: JsonObject): void {
    const { progressToken, progress, total, message } = params;
    if (typeof progressToken !== 'number' && typeof progressToken !== 'string') return;
    const request = this.#pending.get(progressToken);
    const givenOut = typeof progressToken === 'number' && progressToken > 0 && progressToken <= this.#lastId;
    if (!givenOut)
      this.#wire.note(`Progress came by a token that was not given out (${JSON.stringify(progressToken)}).`);
    // Progress of a request that has settled is late, not wrong.
    if (request?.options.onProgress === undefined || typeof progress !== 'number') return;
    request.heard();
    const step: { -readonly [K in keyof RequestProgress]: RequestProgress[K] } = { progress };
    if (typeof total === 'number') step.total = total;
    if (typeof message === 'string') step.message = message;
    request.options.onProgress(step);
  }

  #onCancelled(params: JsonObject): void {
    const { requestId } = params;
    if (typeof requestId === 'number' || typeof requestId === 'string') this.#serving.get(requestId)?.abort();
  }

  /** Never rejects. A request that was cancelled gets no answer (basic/utilities/cancellation, 2025-11-25). */
  async #serve({ id, method, params }: JsonRpcRequest): Promise<void> {
    const handler = this.#requestHandlers.get(method);
    if (handler === undefined) {
      this.#wire.note(`The server asked for ${method}, which was not offered to it; it was refused.`);
      this.#refuse(id, { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` });
      return;
    }
    const controller = new AbortController();
    this.#serving.set(id, controller);
    try {
      const result = await handler(params ?? {}, controller.signal);
      if (!controller.signal.aborted) this.#quietly(this.#wire.send({ jsonrpc: '2.0', id, result }));
    } catch (error) {
      this.#wire.note(`The request ${method} of the server failed here: ${errorMessage(error)}`);
      const told = error instanceof JsonRpcError ? { code: error.code, message: error.message } : UNTOLD;
      if (!controller.signal.aborted) this.#refuse(id, told);
    } finally {
      if (this.#serving.get(id) === controller) this.#serving.delete(id);
    }
  }

  #refuse(id: JsonRpcId, error: JsonRpcErrorBody): void {
    this.#quietly(this.#wire.send({ jsonrpc: '2.0', id, error }));
  }

  /** For messages whose loss changes nothing: when they can't be sent, the connection is ending, and says so itself. */
  #quietly(sending: Promise<void>): void {
    sending.catch(() => {});
  }
}

function withProgressToken(params: JsonObject | undefined, id: number): JsonObject {
  const meta = params?.['_meta'];
  // Not by spreading: for every request that would take longer than all the rest of it.
  return Object.assign({}, params, { _meta: Object.assign({}, isJsonObject(meta) ? meta : {}, { progressToken: id }) });
}

function giveUpError(method: string, why: GiveUp, options: RequestOptions): GatehouseError {
  if (why === 'cancelled') {
    return new GatehouseError('cancelled', `${method} was cancelled. The server may still be working on it.`);
  }
  const still = 'It may still be working. Try again, or ask for less at once.';
  const ms = why === 'timeout' ? options.timeoutMs : options.maxTotalMs;
  const seconds = `${(ms ?? 0) / 1000} s`;
  const text =
    why === 'timeout'
      ? `The server gave no answer to ${method} and no progress for ${seconds}. ${still}`
      : `The server did not finish ${method} within ${seconds}. ${still}`;
  return new GatehouseError('timeout', text, { parts: { method, seconds: String((ms ?? 0) / 1000) } });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
