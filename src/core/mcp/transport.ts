import type { JsonRpcMessage } from '../../shared/json-rpc.js';
import type { Told } from '../../shared/told.js';

/**
 * Why a connection ended. `code` is for programs; `message` names the party at fault and what it last said.
 * `session-expired`: the server forgot the session; a new transport and a fresh `initialize` help at once.
 */
export interface CloseReason extends Told {
  readonly code: 'closed-by-host' | 'exited' | 'spawn-failed' | 'transport-error' | 'session-expired';
}

/** What a transport tells its owner. Every function must not throw. */
export interface TransportReceiver {
  message(message: JsonRpcMessage): void;
  /**
   * A message that was too large to take. `id` is that of the request it answers where the head of the message gave it
   * away; the connection goes on.
   */
  oversized(id: string | number | undefined, bytes: number): void;
  /**
   * A line beside the protocol: stderr, what was printed on stdout that is no JSON-RPC, or (`host`) what the transport
   * itself has to say of the server.
   */
  log(source: 'stderr' | 'stdout' | 'host', line: string): void;
  /** Called exactly once, last. */
  closed(reason: CloseReason): void;
}

/** Bytes to messages and back. The receiver is an argument of `start`, so no message can be lost by setting it late. */
export interface Transport {
  /** Until when messages waited for the user to sign in, `performance.now()`: the clocks of what waits count from there. */
  readonly userBusyUntil?: number;
  /** Resolves when messages can be sent; rejects with a `GatehouseError` where the peer can't be reached at all. */
  start(receiver: TransportReceiver): Promise<void>;
  /**
   * Resolves when the message was handed over; rejects when the connection is closed or breaks first. Where a request
   * and its answer travel together (HTTP) it settles with the answer, so that it can reject when the answer is lost.
   */
  send(message: JsonRpcMessage): Promise<void>;
  /** Idempotent; resolves when nothing of the peer is left (for stdio: its whole process group is gone). */
  close(): Promise<void>;
}
