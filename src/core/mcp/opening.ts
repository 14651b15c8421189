import type { JsonObject } from '../../shared/json.js';
import { GatehouseError } from '../errors.js';
import { JsonRpcError } from '../jsonrpc/json-rpc-error.js';
import { Connection } from './connection.js';
import type { LogListener } from './connection.js';
import type { InputAnswers } from './input-answers.js';
import { initialize } from './revisions/legacy.js';
import type { Handshake, LegacyIdentity } from './revisions/legacy.js';
import { answerRequests } from './revisions/legacy-exchange.js';
import { discoveredRevisions, modernMeta, readDiscovery, refusedRevisions } from './revisions/modern.js';
import { beginNegotiation, negotiate } from './revisions/negotiate.js';
import type { NegotiationAction, NegotiationEvent } from './revisions/negotiate.js';
import { SignOfLife } from './sign-of-life.js';
import type { ProbePatience } from './sign-of-life.js';
import type { Era, EraSetting } from './revisions/revision.js';
import type { Transport } from './transport.js';

/** A server that has been met: what was agreed on, and over which connection. */
export interface Opened {
  readonly transport: Transport;
  readonly connection: Connection;
  readonly agreed: Handshake;
  readonly era: Era;
  /** What the next connection to the same server should be told. */
  readonly knownEra: Era;
}

export interface OpeningOptions {
  readonly legacy: LegacyIdentity;
  readonly modern: LegacyIdentity;
  readonly answers: InputAnswers;
  readonly onLog: LogListener;
  readonly onPhase: (phase: 'spawning' | 'handshake') => void;
  readonly setting: EraSetting;
  readonly known: Era | undefined;
  readonly patience: ProbePatience;
  readonly restart: (() => Promise<Transport>) | undefined;
  readonly signal: AbortSignal | undefined;
}

type Done = Extract<NegotiationAction, { kind: 'done' }>;
type Fail = Extract<NegotiationAction, { kind: 'fail' }>;

/** Meets one server: runs the negotiation on a transport, and on a second one where the first server died of it. */
export class Opening {
  readonly #options: OpeningOptions;
  readonly #waiting: NegotiationEvent[] = [];
  #wake: () => void = () => {};
  #transport: Transport;
  #connection: Connection;
  #sign: SignOfLife;
  #discovery: JsonObject = {};
  #handshake: Handshake | undefined;
  #broken: unknown;

  constructor(transport: Transport, options: OpeningOptions) {
    this.#options = options;
    this.#transport = transport;
    this.#sign = new SignOfLife(
      options.patience,
      () => this.#transport.userBusyUntil ?? 0,
      () => this.#tell({ kind: 'silent' }),
    );
    this.#connection = this.#connect(transport);
  }

  /** The connection that is tried now. */
  get connection(): Connection {
    return this.#connection;
  }

  /** Idempotent; ends what was begun. */
  close(): Promise<void> {
    this.#sign.stop();
    return this.#transport.close();
  }

  /** Rejects, with everything still open, when the server can't be met. */
  async run(): Promise<Opened> {
    const { setting, known, restart } = this.#options;
    await this.#start();
    let { state, action } = beginNegotiation({ setting, known, canRestart: restart !== undefined });
    for (;;) {
      if (action.kind === 'done') return this.#opened(action);
      if (action.kind === 'fail') throw this.#failure(action);
      this.#perform(action);
      const event = await this.#next();
      ({ state, action } = negotiate(state, event));
    }
  }

  #connect(transport: Transport): Connection {
    const { onLog, answers, legacy } = this.#options;
    const connection = new Connection(transport, onLog, () => this.#sign.seen());
    answerRequests(connection.peer, answers, legacy.capabilities);
    return connection;
  }

  async #start(): Promise<void> {
    const connection = this.#connection;
    this.#options.onPhase('spawning');
    await this.#transport.start(connection);
    this.#options.onPhase('handshake');
    const exited = (): void => {
      if (connection === this.#connection) this.#tell({ kind: 'exited' });
    };
    void connection.ended.then(exited);
  }

  #perform(action: Exclude<NegotiationAction, Done | Fail>): void {
    switch (action.kind) {
      case 'discover':
        this.#sign.watch();
        void this.#discover(action.revision);
        return;
      case 'initialize':
        void this.#initialize();
        return;
      case 'restart':
        void this.#restart();
        return;
      default:
        if (action.deadline) this.#sign.watch();
    }
  }

  /** Never rejects. The probe is never cancelled: an answer that comes late still teaches something. */
  async #discover(revision: string): Promise<void> {
    const { clientInfo, capabilities } = this.#options.modern;
    const params = { _meta: modernMeta({ revision, clientInfo, capabilities }) };
    const { peer } = this.#connection;
    try {
      const result = await peer.request('server/discover', params, { announceCancel: false });
      const supported = discoveredRevisions(result);
      if (supported !== undefined) this.#discovery = result;
      this.#tell(supported ? { kind: 'discovered', supported } : { kind: 'probe-refused', supported: [] });
    } catch (error) {
      // An end of the connection is told by `ended`.
      if (error instanceof JsonRpcError) this.#tell({ kind: 'probe-refused', supported: refusedRevisions(error) });
      else if (!isLost(error)) {
        // Where nothing else is tried, such as a sign-in that is missing, this is what went wrong.
        if (this.#options.setting === 'modern') this.#broken = error;
        this.#tell({ kind: 'probe-refused', supported: [] });
      }
    }
  }

  /** Never rejects. */
  async #initialize(): Promise<void> {
    const { legacy, signal } = this.#options;
    try {
      this.#handshake = await initialize(this.#connection.peer, legacy, signal);
      this.#tell({ kind: 'initialized' });
    } catch (error) {
      if (isLost(error)) return;
      this.#broken = error;
      const cause = error instanceof GatehouseError ? error.cause : undefined;
      const supported = cause instanceof JsonRpcError ? refusedRevisions(cause) : [];
      this.#tell({ kind: 'initialize-refused', supported });
    }
  }

  /** Never rejects. */
  async #restart(): Promise<void> {
    this.#options.onLog(
      'host',
      'The server ended when it was asked for its revisions. It is started once more, without that question.',
    );
    try {
      await this.#transport.close();
      const transport = await this.#options.restart?.();
      if (transport === undefined) throw new GatehouseError('exited', 'The server ended and was not started anew.');
      this.#transport = transport;
      this.#connection = this.#connect(transport);
      if (this.#options.signal?.aborted === true) await transport.close();
      await this.#start();
      this.#tell({ kind: 'restarted' });
    } catch (error) {
      this.#broken = error;
      this.#tell({ kind: 'exited' });
    }
  }

  #tell(event: NegotiationEvent): void {
    this.#waiting.push(event);
    this.#wake();
  }

  async #next(): Promise<NegotiationEvent> {
    for (;;) {
      this.#options.signal?.throwIfAborted();
      const event = this.#waiting.shift();
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #opened({ era, learned, revision }: Done): Opened {
    this.#sign.stop();
    const agreed = era === 'legacy' ? this.#handshake : readDiscovery(this.#discovery, revision ?? '');
    if (agreed === undefined) throw new GatehouseError('handshake-refused', 'The handshake ended without a result.');
    return { transport: this.#transport, connection: this.#connection, agreed, era, knownEra: learned };
  }

  #failure({ why, offered }: Fail): unknown {
    this.#sign.stop();
    if (this.#broken !== undefined) return this.#broken;
    if (why === 'exited') return new GatehouseError('connection-closed', 'The server ended before it answered.');
    const text =
      why === 'refused'
        ? 'The server does not speak 2026-07-28, and it is set that it must. Set its protocol to automatic.'
        : `The server speaks ${offered}, which Gatehouse does not.`;
    return new GatehouseError('unsupported-revision', text);
  }
}

function isLost(error: unknown): boolean {
  return error instanceof GatehouseError && (error.code === 'connection-closed' || error.code === 'cancelled');
}
