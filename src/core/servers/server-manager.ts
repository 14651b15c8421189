import type { ServerConfig, ServerId, ServerLaunch, ServerLogLine, ServerStatus } from '../../shared/server.js';
import type { RejectedTool } from '../../shared/tool.js';
import type { Clock } from '../clock.js';
import { errorMessage, GatehouseError, toldOf } from '../errors.js';
import { JsonRpcError } from '../jsonrpc/json-rpc-error.js';
import { Emitter } from '../observable.js';
import type { ToolSource } from '../tools/tool.js';
import { EraMemory } from './era-memory.js';
import { launchFingerprint } from './launch-fingerprint.js';
import { expandLaunch, type LaunchSecrets, type LaunchVariables } from './launch-variables.js';
import type { OpenServer } from './opened-server.js';
import type { ServerBook } from './server-book.js';
import { type LiveServer, ServerConnection } from './server-connection.js';
import { sandboxOf } from './sandbox-order.js';
import { ServerLog } from './server-log.js';
import { wantsSignIn } from './sign-in-codes.js';
import { programMark } from './program-mark.js';
import { type StartQuestion, startQuestion } from './start-question.js';
import { ToolOffer } from './tool-offer.js';
import { unlessAborted } from './unless-aborted.js';

export interface ManagerPorts {
  readonly book: ServerBook;
  readonly open: OpenServer;
  readonly variables: LaunchVariables;
  /** The secrets that this server's launch refers to. Rejects where one is missing. Absent: there are none. */
  readonly secretsFor?: (config: ServerConfig) => Promise<LaunchSecrets>;
  /** Takes secrets out of a line of a log. */
  readonly redact?: (text: string) => string;
  readonly confirmStart: (question: StartQuestion, signal: AbortSignal) => Promise<boolean>;
  readonly clock: Clock;
  readonly newId: () => string;
}

export interface Connected {
  readonly server: ServerConfig;
  readonly alreadyConnected: boolean;
  readonly live: LiveServer;
}

interface Managed {
  readonly connection: ServerConnection;
  readonly log: ServerLog;
  readonly offer: ToolOffer;
  /** The question that is open now, joined by whoever else wants the server to start. */
  asking?: Promise<void>;
}

/** Owns the connection of each configured server. A launch that the user has not confirmed is asked about first. */
export class ServerManager {
  readonly changed = new Emitter<void>();
  readonly #ports: ManagerPorts;
  readonly #eras: EraMemory;
  readonly #managed = new Map<ServerId, Managed>();
  readonly #closing = new AbortController();

  constructor(ports: ManagerPorts) {
    this.#ports = ports;
    this.#eras = new EraMemory(ports.book);
  }

  /**
   * Starts the server and resolves with its tools. `signal` ends the wait and an open question, not a start. `attended`: the
   * user asked for it, and may be asked to sign in.
   */
  async connect(id: string, signal: AbortSignal, { attended = false } = {}): Promise<Connected> {
    const config = this.#ports.book.get(id);
    const managed = this.#of(config.id);
    if (managed.connection.live !== undefined) return connected(config, managed.connection.live, true);
    if (managed.connection.status.kind !== 'starting') await this.#confirmed(config, managed, signal);
    signal.throwIfAborted();
    this.#closing.signal.throwIfAborted();
    const launch = await this.#expanded(config);
    const live = await unlessAborted(managed.connection.connect(launch, attended), signal);
    return connected(config, live, false);
  }

  /** The same for a name that the model gave; an unknown one is answered with the known ones. */
  async connectByName(name: string, signal: AbortSignal): Promise<Connected> {
    const config = this.#ports.book.named(name);
    if (config !== undefined) return this.connect(config.id, signal);
    const known = this.names();
    throw new GatehouseError(
      'unknown-server',
      known.length === 0
        ? `There is no server named ${JSON.stringify(name)}; none is configured.`
        : `There is no server named ${JSON.stringify(name)}. Known servers: ${known.join(', ')}.`,
    );
  }

  /** The names that the user gave to all servers. */
  names(): readonly string[] {
    return this.#ports.book.list().map((server) => server.name);
  }

  /** Resolves when nothing of the server is left. */
  async disconnect(id: string): Promise<void> {
    await this.#managed.get(this.#ports.book.get(id).id)?.connection.disconnect();
  }

  /** Disconnects and forgets the connection and its log, for a server that is removed. */
  async forget(id: ServerId): Promise<void> {
    const managed = this.#managed.get(id);
    this.#managed.delete(id);
    await managed?.connection.disconnect();
  }

  /** Asks a running server something that a person waits for. Rejects with `not-connected`, `refused-by-server`, or as `work`. */
  async ask<T>(id: string, work: (session: LiveServer['session']) => Promise<T>): Promise<T> {
    const { name, id: serverId } = this.#ports.book.get(id);
    const connection = this.#managed.get(serverId)?.connection;
    const live = connection?.live;
    if (connection === undefined || live === undefined) {
      throw new GatehouseError('not-connected', `${name} is not connected. Connect it, then try again.`, {
        parts: { name },
      });
    }
    try {
      return await connection.attendance.call(() => work(live.session));
    } catch (error) {
      if (error instanceof GatehouseError && wantsSignIn(error.code))
        connection.signInLost(live, toldOf(error, error.code));
      if (error instanceof JsonRpcError) {
        throw new GatehouseError('refused-by-server', `${name} refused: ${error.message}`, {
          cause: error,
        });
      }
      throw error;
    }
  }

  /** A line in the server's log. */
  note(id: ServerId, text: string): void {
    this.#of(id).log.add('host', text);
    this.changed.emit();
  }

  status(id: ServerId): ServerStatus {
    return this.#managed.get(id)?.connection.status ?? { kind: 'stopped' };
  }

  log(id: ServerId): readonly ServerLogLine[] {
    return this.#managed.get(id)?.log.lines() ?? [];
  }

  /** Entries of the server's tool list that are no usable tools. */
  rejected(config: ServerConfig): readonly RejectedTool[] {
    const managed = this.#managed.get(config.id);
    return managed?.offer.of(config).rejected ?? [];
  }

  /** Names of the tools that a server offered when it last ran, while it does not. */
  unavailable(id: ServerId): readonly string[] {
    return this.#managed.get(id)?.offer.unavailable() ?? [];
  }

  /** What the running servers offer, in the order of the book. */
  toolSources(): readonly ToolSource[] {
    return this.#ports.book.list().flatMap((config) => {
      const managed = this.#managed.get(config.id);
      return managed?.offer.of(config).sources ?? [];
    });
  }

  /** The computer woke up: what is not alive any more is connected anew. */
  wake(): void {
    for (const { connection } of this.#managed.values()) connection.wake();
  }

  /**
   * The folders that servers may work in are others now: those that run are told. One in a sandbox can't reach the new
   * folder, and must not reach the old one any more: it is started anew.
   */
  rootsChanged(): void {
    for (const [id, { connection, log }] of this.#managed) {
      const config = this.#ports.book.find(id);
      if (config !== undefined && sandboxOf(config.launch) !== undefined) {
        const { kind } = connection.status;
        if (kind === 'running' || kind === 'starting') void this.restart(id);
        continue;
      }
      connection.live?.opened.rootsChanged().catch((error: unknown) => {
        log.add('host', `The server could not be told of the new workspace: ${errorMessage(error)}`);
      });
    }
  }

  /** Stops what runs of the server and starts it as it is configured now. Never rejects: its state says what came of it. */
  async restart(id: ServerId): Promise<void> {
    try {
      await this.disconnect(id);
      await this.connect(id, this.#closing.signal);
    } catch (error) {
      this.#of(id).log.add('host', `It was not started anew: ${errorMessage(error)}`);
    }
  }

  /** Closes every connection at once; resolves when all are closed, or after `graceMs`. Nothing starts any more. */
  async closeAll(graceMs: number): Promise<void> {
    this.#closing.abort(new GatehouseError('closing', 'Gatehouse is closing.'));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    const closed = Promise.allSettled([...this.#managed.values()].map(({ connection }) => connection.disconnect()));
    await Promise.race([closed, late]);
    clearTimeout(timer);
  }

  /** As it is started: right before that, secrets take the places of their names. */
  async #expanded(config: ServerConfig): Promise<ServerLaunch> {
    const secrets = (await this.#ports.secretsFor?.(config)) ?? {};
    this.#closing.signal.throwIfAborted();
    return expandLaunch(config.launch, this.#ports.variables, secrets);
  }

  #of(id: ServerId): Managed {
    const known = this.#managed.get(id);
    if (known !== undefined) return known;
    const { clock, newId, open, redact } = this.#ports;
    const log = new ServerLog(() => clock.now(), redact);
    const connection = new ServerConnection({
      open: async (launch, options) => {
        await this.#checkProgram(id);
        return this.#eras.around(id, (asked) => open(launch, { ...options, ...asked }));
      },
      log,
      clock,
      newConnectionId: newId,
    });
    connection.changed.subscribe(() => this.changed.emit());
    const managed = { connection, log, offer: new ToolOffer(connection) };
    this.#managed.set(id, managed);
    return managed;
  }

  async #confirmed(config: ServerConfig, managed: Managed, signal: AbortSignal): Promise<void> {
    const isLaunch = config.confirmedLaunch === launchFingerprint(config.launch);
    if (isLaunch && (await this.#isConfirmedProgram(config))) return;
    managed.asking ??= this.#ask(config, AbortSignal.any([signal, this.#closing.signal])).finally(() => {
      delete managed.asking;
    });
    await unlessAborted(managed.asking, signal);
  }

  async #ask(asked: ServerConfig, signal: AbortSignal): Promise<void> {
    const { book, variables, confirmStart } = this.#ports;
    const fingerprint = launchFingerprint(asked.launch);
    const program = await programMark(asked.launch, variables);
    signal.throwIfAborted();
    const yes = await confirmStart(startQuestion(asked, variables, program?.path), signal);
    signal.throwIfAborted();
    if (!yes) throw new GatehouseError('not-confirmed', notConfirmed(asked));
    const config = book.find(asked.id);
    if (config === undefined || launchFingerprint(config.launch) !== fingerprint) {
      const { name } = asked;
      throw new GatehouseError('launch-changed', `${name} was changed while you were asked; connect it again.`, {
        parts: { name },
      });
    }
    const confirmedProgram = asked.launch.kind === 'stdio' ? { confirmedProgram: program?.mark ?? '' } : {};
    book.put({ ...config, confirmedLaunch: fingerprint, ...confirmedProgram });
  }

  /** A server that was confirmed by a release that did not look at the file: its file of now is the confirmed one. */
  async #isConfirmedProgram(config: ServerConfig): Promise<boolean> {
    const program = await programMark(config.launch, this.#ports.variables);
    if (program === undefined) return true;
    if (config.confirmedProgram !== undefined) return config.confirmedProgram === program.mark;
    const now = this.#ports.book.find(config.id);
    if (now !== undefined) this.#ports.book.put({ ...now, confirmedProgram: program.mark });
    return true;
  }

  /** Right before each start, also one that comes by itself: the file may be another than a moment ago. */
  async #checkProgram(id: ServerId): Promise<void> {
    const config = this.#ports.book.find(id);
    if (config === undefined || (await this.#isConfirmedProgram(config))) return;
    throw new GatehouseError(
      'program-changed',
      `The program file of ${config.name} has changed since you confirmed it. Connect it, and Gatehouse asks you again.`,
    );
  }
}

function connected(server: ServerConfig, live: LiveServer, alreadyConnected: boolean): Connected {
  return { server, alreadyConnected, live };
}

function notConfirmed({ name, launch }: ServerConfig): string {
  return launch.kind === 'stdio'
    ? `${name} was not started: you did not confirm its command.`
    : `${name} was not connected: you did not confirm its address.`;
}
