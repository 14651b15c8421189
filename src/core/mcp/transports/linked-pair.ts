import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import { GatehouseError } from '../../errors.js';
import type { CloseReason, Transport, TransportReceiver } from '../transport.js';

/**
 * Two transports in memory, each the other's peer. Messages go through JSON, so neither side sees objects of the other;
 * what is sent before the other side has started waits for it.
 */
export function linkedPair(): readonly [LinkedTransport, LinkedTransport] {
  const one = new LinkedTransport();
  const other = new LinkedTransport();
  one.link(other);
  other.link(one);
  return [one, other];
}

export class LinkedTransport implements Transport {
  #other: LinkedTransport | undefined;
  #receiver: TransportReceiver | undefined;
  #inbox: string[] = [];
  #reason: CloseReason | undefined;

  link(other: LinkedTransport): void {
    this.#other = other;
  }

  start(receiver: TransportReceiver): Promise<void> {
    if (this.#reason !== undefined) return Promise.reject(closedError(this.#reason));
    this.#receiver = receiver;
    queueMicrotask(() => this.#deliver());
    return Promise.resolve();
  }

  send(message: JsonRpcMessage): Promise<void> {
    if (this.#reason !== undefined) return Promise.reject(closedError(this.#reason));
    this.#other?.take(JSON.stringify(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#end({ code: 'closed-by-host', message: 'Gatehouse closed the connection.' });
    return Promise.resolve();
  }

  /** Ends the connection as a server would that exits: this side's `closed` and the other's tell so. */
  drop(message: string): void {
    this.#end({ code: 'exited', message });
  }

  /** Lets the receiver of this side hear something beside the protocol. */
  say(source: 'stderr' | 'stdout', line: string): void {
    this.#receiver?.log(source, line);
  }

  take(text: string): void {
    this.#inbox.push(text);
    queueMicrotask(() => this.#deliver());
  }

  #deliver(): void {
    if (this.#receiver === undefined || this.#reason !== undefined) return;
    const waiting = this.#inbox;
    this.#inbox = [];
    for (const text of waiting) this.#receiver.message(JSON.parse(text));
  }

  #end(reason: CloseReason): void {
    if (this.#reason !== undefined) return;
    // What was sent before the end still arrives.
    const other = this.#other;
    if (other !== undefined) other.#deliver();
    this.#deliver();
    this.#reason = reason;
    this.#receiver?.closed(reason);
    const far = reason.code === 'closed-by-host' ? 'The other side closed the connection.' : reason.message;
    if (other !== undefined) other.#end({ code: 'exited', message: far });
  }
}

function closedError(reason: CloseReason): GatehouseError {
  return new GatehouseError('connection-closed', reason.message);
}
