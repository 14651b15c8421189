import type { JsonObject } from '../../shared/json.js';
import type { StartingPhase } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import type { Connection, LogListener } from './connection.js';
import { InputAnswers } from './input-answers.js';
import { clientCapabilities } from './input-port.js';
import type { InputPort } from './input-port.js';
import { LiveSession } from './live-session.js';
import type { CompileValidator } from './output-check.js';
import { Opening } from './opening.js';
import type { HttpSessionEra } from './http-session-era.js';
import type { Era, EraSetting } from './revisions/revision.js';
import type { McpSession } from './session.js';
import type { ProbePatience } from './sign-of-life.js';
import type { Transport } from './transport.js';

export interface ConnectOptions {
  /** The only limit of connecting: a first start may download for minutes. Aborting closes the transport. */
  readonly signal?: AbortSignal;
  /** Told when a phase begins: `spawning`, then `handshake`; both again where the server had to be started anew. */
  readonly onPhase?: (phase: Extract<StartingPhase, 'spawning' | 'handshake'>) => void;
  /** Hears what the server says beside the protocol, also after the handshake. Must not throw. */
  readonly onLog?: LogListener;
  /**
   * Which era the server is asked in. Default: `auto` where `restart` or `knownEra` is given, else `legacy`, because a
   * server may end itself over the probe and only `restart` can bring it back.
   */
  readonly era?: EraSetting;
  /** `knownEra` of an earlier session with the same server; to be forgotten when a connection with it fails. */
  readonly knownEra?: Era;
  /** Gives a new transport to the same server, for the one that ended itself over the probe. The old one is closed. */
  readonly restart?: () => Promise<Transport>;
  /** How long the probe waits. Default: 5 s from the first thing the server says, 15 s for one that says nothing. */
  readonly probePatience?: ProbePatience;
  /** What the server may ask of the user and the host. Default: nothing. */
  readonly input?: InputPort;
  /** Compiles an output schema into a function that says what is wrong with a value. Default: nothing is checked. */
  readonly compileValidator?: CompileValidator;
  /** Learns what a transport over HTTP must know of the session; the transport was given the same object. */
  readonly httpEra?: HttpSessionEra;
}

const PATIENCE: ProbePatience = { afterSignMs: 5_000, unseenMs: 15_000 };

/** Its only verb is `connect`: what can be asked of a server exists on the session that it gives. */
export class McpClient {
  readonly #clientInfo: JsonObject;

  /** `version`: of Gatehouse, for the server's eyes. */
  constructor(version: string) {
    this.#clientInfo = { name: 'gatehouse', title: 'Gatehouse', version };
  }

  /**
   * Starts the transport, finds out the era and agrees on a revision. Rejects with a `GatehouseError` that names the party
   * at fault, after the transport has been closed: `spawn-failed`, `exited`, `transport-error`, `cancelled`,
   * `unsupported-revision` or `handshake-refused`.
   */
  async connect(transport: Transport, options: ConnectOptions = {}): Promise<McpSession> {
    const { signal, onLog = ignore, input = {} } = options;
    const answers = new InputAnswers(input, (text) => onLog('host', text));
    const modern = { clientInfo: this.#clientInfo, capabilities: clientCapabilities(input, 'modern') };
    const opening = new Opening(transport, {
      answers,
      onLog,
      modern,
      legacy: { clientInfo: this.#clientInfo, capabilities: clientCapabilities(input, 'legacy') },
      onPhase: options.onPhase ?? ignore,
      setting: options.era ?? ((options.restart ?? options.knownEra) ? 'auto' : 'legacy'),
      known: options.knownEra,
      patience: options.probePatience ?? PATIENCE,
      restart: options.restart,
      signal,
    });
    // Who waits for the end of `connect` hears a failure of closing from there.
    const stop = (): void => void opening.close().catch(ignore);
    signal?.addEventListener('abort', stop);
    try {
      signal?.throwIfAborted();
      const opened = await opening.run();
      const { compileValidator, httpEra } = options;
      return new LiveSession(opened, { answers, onLog, modern, compileValidator, httpEra });
    } catch (error) {
      await opening.close();
      throw explain(error, opening.connection, signal?.aborted === true);
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
  return lost && reason !== undefined ? new GatehouseError(reason.code, `${reason.message}${hint}`, reason) : error;
}

function ignore(): void {}
