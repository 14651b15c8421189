import { WebSocket } from 'ws';
import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import { errorMessage, GatehouseError } from '../../errors.js';
import type { ResponseHead } from '../../http/http-exchange.js';
import { openSocket } from '../../http/open-socket.js';
import { DEEP_MESSAGE } from '../../jsonrpc/message-depth.js';
import { WireReader } from '../../jsonrpc/wire-reader.js';
import { settlesWithin } from '../../process/settles-within.js';
import type { CloseReason, Transport, TransportReceiver } from '../transport.js';
import { MAX_SIGN_INS } from './authorizer.js';
import type { Authorizer } from './authorizer.js';
import { challengeOf, HttpStatusError } from './http-status-error.js';
import { MAX_MESSAGE_BYTES } from './http-options.js';
import type { RemoteOptions } from './http-options.js';
import { logLine } from './log-lines.js';

export interface WebSocketOptions extends RemoteOptions {
  readonly authorizer?: Authorizer;
  /** How often the server is asked whether it is there, ms. Default 20,000. */
  readonly pingMs?: number;
  /** How long its answer to that may take, ms. Default 10,000. */
  readonly pongMs?: number;
}

const HANDSHAKE_MS = 15_000;
const PING_MS = 20_000;
const PONG_MS = 10_000;
/** How long the server may take to close its side, ms. */
const CLOSE_MS = 2_000;
/** What may wait for a server that does not read, bytes. */
const MAX_QUEUED = 64 * 1024 * 1024;

/**
 * MCP over WebSocket, a transport that no revision describes. The form in use: subprotocol `mcp`, one JSON-RPC message in
 * each text frame, cancelling by `notifications/cancelled` as over stdio. The connection is the session; who owns it
 * connects anew.
 */
export class WebSocketTransport implements Transport {
  readonly #options: WebSocketOptions;
  readonly #abort = new AbortController();
  #starting: Promise<void> | undefined;
  #socket: WebSocket | undefined;
  #closing: Promise<void> | undefined;
  #closed: Promise<void> | undefined;
  #cause: string | undefined;
  #pingTimer: NodeJS.Timeout | undefined;
  #pongTimer: NodeJS.Timeout | undefined;

  constructor(options: WebSocketOptions) {
    this.#options = options;
  }

  start(receiver: TransportReceiver): Promise<void> {
    if (this.#starting !== undefined || this.#closing !== undefined) return Promise.reject(notOpen());
    this.#starting = this.#connect(receiver);
    return this.#starting;
  }

  send(message: JsonRpcMessage): Promise<void> {
    const socket = this.#socket;
    if (socket === undefined || this.#closing !== undefined || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(notOpen());
    }
    if (socket.bufferedAmount > MAX_QUEUED) {
      const text = 'The server does not read what it is sent, and too much waits already. Connect again.';
      return Promise.reject(new GatehouseError('too-large', text));
    }
    return new Promise((resolve, reject) => {
      socket.send(JSON.stringify(message), (error) => (error == null ? resolve() : reject(notOpen(error))));
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  async #connect(receiver: TransportReceiver): Promise<void> {
    try {
      const socket = await this.#handshake(receiver);
      this.#socket = socket;
      this.#closed = new Promise((resolve) => {
        socket.once('close', (code, reason) => {
          clearInterval(this.#pingTimer);
          clearTimeout(this.#pongTimer);
          receiver.closed(this.#closeReason(code, reason.toString('utf8')));
          resolve();
        });
      });
      this.#keepAlive(socket);
    } catch (error) {
      const byHost = this.#closing !== undefined;
      const reason = byHost ? closedByHost() : ({ code: 'transport-error', message: errorMessage(error) } as const);
      receiver.closed(reason);
      throw byHost ? notOpen() : error;
    }
  }

  /** Resolves with an open socket; asks the authorizer where the server wants a sign-in. */
  async #handshake(receiver: TransportReceiver): Promise<WebSocket> {
    const { url, authorizer } = this.#options;
    checkSocketAddress(url);
    for (let attempt = 0; ; attempt++) {
      const more = await authorizer?.headers(url, 'GET');
      const outcome = await this.#tryOnce(receiver, { ...this.#options.headers, ...more });
      if (outcome instanceof WebSocket) return outcome;
      const { head, body } = outcome;
      const unauthorized = head.status === 401 || head.status === 403;
      const refusal = { method: 'GET', wwwAuthenticate: challengeOf(head), refused: more?.['authorization'] };
      const again =
        authorizer !== undefined &&
        unauthorized &&
        attempt < MAX_SIGN_INS &&
        (await authorizer.onUnauthorized({ ...head, ...refusal })) === 'retry';
      if (!again) throw new HttpStatusError('the WebSocket handshake', head, body);
    }
  }

  async #tryOnce(
    receiver: TransportReceiver,
    headers: Record<string, string>,
  ): Promise<WebSocket | { head: ResponseHead; body: string }> {
    const { url, proxy, caFile, env, maxMessageBytes = MAX_MESSAGE_BYTES } = this.#options;
    const doorOptions = { proxy, caFile, connectTimeoutMs: HANDSHAKE_MS, ...(env !== undefined && { env }) };
    const carrier = await openSocket(url, doorOptions, this.#abort.signal);
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, ['mcp'], {
        createConnection: () => carrier,
        headers,
        handshakeTimeout: HANDSHAKE_MS,
        maxPayload: maxMessageBytes,
        perMessageDeflate: false,
        followRedirects: false,
      });
      const reader = new WireReader(() => receiver.log('host', DEEP_MESSAGE));
      // Before it opens: the first frames may come together with the end of the handshake.
      socket.on('message', (data, isBinary) => {
        const text = Buffer.isBuffer(data) && !isBinary ? data.toString('utf8') : undefined;
        const messages = text === undefined ? undefined : reader.read(text);
        if (messages !== undefined) for (const message of messages) receiver.message(message);
        else receiver.log('host', strayFrame(text));
      });
      const abort = (): void => socket.terminate();
      this.#abort.signal.addEventListener('abort', abort);
      const settle = (finish: () => void): void => {
        this.#abort.signal.removeEventListener('abort', abort);
        finish();
      };
      socket.on('error', (error) => {
        this.#cause ??= error.message;
        settle(() => reject(handshakeFailed(url, error)));
      });
      socket.once('open', () => {
        this.#cause = undefined;
        settle(() => resolve(socket));
      });
      socket.once('unexpected-response', (request, response) => {
        const { statusCode: status = 0, headers: got } = response;
        response.once('data', (chunk: Buffer) => {
          settle(() => resolve({ head: { status, headers: got, url }, body: chunk.toString('utf8') }));
          request.destroy();
        });
        response.once('close', () => settle(() => resolve({ head: { status, headers: got, url }, body: '' })));
      });
    });
  }

  #keepAlive(socket: WebSocket): void {
    socket.on('pong', () => clearTimeout(this.#pongTimer));
    const { pingMs = PING_MS, pongMs = PONG_MS } = this.#options;
    this.#pingTimer = setInterval(() => {
      socket.ping();
      clearTimeout(this.#pongTimer);
      this.#pongTimer = setTimeout(() => {
        this.#cause ??= `it did not answer a ping within ${pongMs / 1000} s`;
        socket.terminate();
      }, pongMs);
    }, pingMs);
  }

  async #shutDown(): Promise<void> {
    this.#abort.abort();
    // A start that failed has told its caller why, and the receiver.
    await this.#starting?.catch(() => {});
    const socket = this.#socket;
    if (socket === undefined || this.#closed === undefined) return;
    socket.close(1000);
    if (await settlesWithin(this.#closed, CLOSE_MS)) return;
    socket.terminate();
    await this.#closed;
  }

  #closeReason(code: number, said: string): CloseReason {
    if (this.#closing !== undefined) return closedByHost();
    const why = this.#cause ?? (code === 1006 ? 'the connection broke' : `it closed it with code ${code}`);
    const words = said === '' ? '' : ` It says: ${logLine(said)}`;
    const message = `The connection to ${this.#options.url.host} has ended: ${why}.${words} Connect again.`;
    return { code: 'transport-error', message };
  }
}

/** Throws code `bad-address`. */
function checkSocketAddress(url: URL): void {
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') {
    const parts = { plain: 'ws://', safe: 'wss://', scheme: `${url.protocol}//` };
    const text = `The address must begin with ws:// or wss://, not ${parts.scheme}.`;
    throw new GatehouseError('bad-address', text, { parts });
  }
  if (url.username !== '' || url.password !== '') {
    const text = `The address of ${url.host} holds a user name or password, which logs and proxies would see. Send them in a header instead.`;
    throw new GatehouseError('bad-address', text, { parts: { host: url.host } });
  }
}

function handshakeFailed(url: URL, error: Error): GatehouseError {
  const text = `${url.host} did not open a WebSocket for MCP: ${error.message}. Check the address, and that the server speaks the subprotocol "mcp".`;
  return new GatehouseError('transport-error', text, { cause: error });
}

function strayFrame(text: string | undefined): string {
  if (text === undefined) return 'The server sent a binary frame, which MCP does not know; it was dropped.';
  return `The server sent a frame that holds no message: ${logLine(text)}`;
}

function closedByHost(): CloseReason {
  return { code: 'closed-by-host', message: 'Gatehouse closed the connection.' };
}

function notOpen(cause?: unknown): GatehouseError {
  const text = 'The connection to the server is not open. Connect again.';
  return new GatehouseError('connection-closed', text, cause === undefined ? {} : { cause });
}
