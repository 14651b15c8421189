import type { JsonRpcMessage } from '../../shared/json-rpc.js';
import type { ServerLogLine } from '../../shared/server.js';
import { JsonRpcPeer } from '../jsonrpc/peer.js';
import type { CloseReason, Transport, TransportReceiver } from './transport.js';

/** Hears every line beside the protocol; `host` is what Gatehouse itself has to say of the server. Must not throw. */
export type LogListener = (source: ServerLogLine['source'], text: string) => void;

/** A transport and the JSON-RPC peer on it. */
export class Connection implements TransportReceiver {
  readonly peer: JsonRpcPeer;
  /** Resolves once, when the connection has ended for whatever reason. */
  readonly ended: Promise<CloseReason>;
  /** True where the server may not ask for anything: in the modern era nobody answers requests of a server. */
  refusesRequests = false;
  readonly #onLog: LogListener;
  readonly #onSign: () => void;
  #end: (reason: CloseReason) => void = () => {};
  #reason: CloseReason | undefined;
  #strayLines = 0;
  #firstStrayLine = '';

  /** `onSign` hears that the server said anything at all. */
  constructor(transport: Transport, onLog: LogListener, onSign: () => void = () => {}) {
    this.#onLog = onLog;
    this.#onSign = onSign;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.peer = new JsonRpcPeer({
      send: (message) => transport.send(message),
      note: (text) => onLog('host', text),
      userBusyUntil: () => transport.userBusyUntil ?? 0,
    });
    this.peer.handleRequest('ping', () => Promise.resolve({}));
  }

  /** Why the connection has ended, once it has. */
  get reason(): CloseReason | undefined {
    return this.#reason;
  }

  /** A sentence on what the server printed beside the protocol, or nothing. */
  get strayHint(): string {
    if (this.#strayLines === 0) return '';
    const lines = this.#strayLines === 1 ? '1 line' : `${this.#strayLines} lines`;
    const first = this.#firstStrayLine.slice(0, 200);
    return ` The server printed ${lines} on standard output that are not JSON-RPC, first: ${first} — a server must print its log to standard error.`;
  }

  message(message: JsonRpcMessage): void {
    this.#onSign();
    if (this.refusesRequests && 'method' in message && 'id' in message) {
      this.#onLog('host', `The server sent the request ${message.method}, which this revision does not allow it to.`);
      return;
    }
    this.peer.accept(message);
  }

  oversized(id: string | number | undefined, bytes: number): void {
    this.peer.acceptOversized(id, bytes);
  }

  log(source: ServerLogLine['source'], line: string): void {
    if (source !== 'host') this.#onSign();
    if (source === 'stdout' && this.#strayLines++ === 0) this.#firstStrayLine = line;
    this.#onLog(source, line);
  }

  closed(reason: CloseReason): void {
    this.#reason = reason;
    this.peer.close(reason.message);
    this.#end(reason);
  }
}
