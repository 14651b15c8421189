import type { StartingPhase } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import { Connection } from './connection.js';
import type { LogListener } from './connection.js';
import { LiveSession } from './live-session.js';
import { initialize } from './revisions/legacy.js';
import type { McpSession } from './session.js';
import type { Transport } from './transport.js';

export interface ConnectOptions {
  /** The only limit of connecting: a first start may download for minutes. Aborting closes the transport. */
  readonly signal?: AbortSignal;
  /** Told when a phase begins: `spawning`, then `handshake`. */
  readonly onPhase?: (phase: Exclude<StartingPhase, 'listing'>) => void;
  /** Hears what the server says beside the protocol, also after the handshake. Must not throw. */
  readonly onLog?: LogListener;
}

/** Its only verb is `connect`: what can be asked of a server exists on the session that it gives. */
export class McpClient {
  readonly #version: string;

  /** `version`: of Gatehouse, for the server's eyes. */
  constructor(version: string) {
    this.#version = version;
  }

  /**
   * Starts the transport and shakes hands. Rejects with a `GatehouseError` that names the party at fault, after the
   * transport has been closed: `spawn-failed`, `exited`, `transport-error`, `cancelled`, `unsupported-revision` or
   * `handshake-refused`.
   */
  async connect(transport: Transport, options: ConnectOptions = {}): Promise<McpSession> {
    const { signal, onPhase = ignore, onLog = ignore } = options;
    const connection = new Connection(transport, onLog);
    // Who waits for the end of `connect` hears a failure of closing from there.
    const stop = (): void => void transport.close().catch(ignore);
    signal?.addEventListener('abort', stop);
    try {
      signal?.throwIfAborted();
      onPhase('spawning');
      await transport.start(connection);
      onPhase('handshake');
      const handshake = await initialize(connection.peer, this.#version, signal);
      return new LiveSession(transport, connection, handshake, onLog);
    } catch (error) {
      await transport.close();
      throw explain(error, connection, signal?.aborted === true);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }
}

function explain(error: unknown, connection: Connection, cancelled: boolean): unknown {
  const hint = connection.strayHint;
  if (cancelled) return new GatehouseError('cancelled', `Connecting was cancelled before the server answered.${hint}`);
  const { reason } = connection;
  const lost = error instanceof GatehouseError && error.code === 'connection-closed';
  return lost && reason !== undefined ? new GatehouseError(reason.code, `${reason.message}${hint}`) : error;
}

function ignore(): void {}
