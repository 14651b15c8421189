import type { ServerConfig, ServerId, ServerLogLine, ServerStatus } from '../../shared/server.js';
import type { RejectedTool } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import { Emitter } from '../observable.js';
import type { ToolSource } from '../tools/tool.js';
import { commandLineText } from './command-line.js';
import { launchFingerprint } from './launch-fingerprint.js';
import { expandLaunch, type LaunchVariables } from './launch-variables.js';
import type { ServerBook } from './server-book.js';
import { type LiveServer, type OpenSession, ServerConnection } from './server-connection.js';
import { ServerLog } from './server-log.js';
import { ToolOffer } from './tool-offer.js';

/** What the user is shown before a launch runs for the first time. */
export interface StartQuestion {
  readonly serverName: string;
  /** The exact command, variables replaced, quoted for reading. */
  readonly commandLine: string;
  readonly cwd: string;
  readonly envKeys: readonly string[];
}

export interface ManagerPorts {
  readonly book: ServerBook;
  readonly open: OpenSession;
  readonly variables: LaunchVariables;
  readonly confirmStart: (question: StartQuestion, signal: AbortSignal) => Promise<boolean>;
  readonly now: () => number;
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
  readonly #managed = new Map<ServerId, Managed>();
  readonly #closing = new AbortController();

  constructor(ports: ManagerPorts) {
    this.#ports = ports;
  }

  /** Starts the server and resolves with its tools. `signal` ends the wait and an open question, not a start. */
  async connect(id: string, signal: AbortSignal): Promise<Connected> {
    const config = this.#ports.book.get(id);
    const managed = this.#of(config.id);
    if (managed.connection.live !== undefined) return connected(config, managed.connection.live, true);
    if (managed.connection.status.kind !== 'starting') await this.#confirmed(config, managed, signal);
    signal.throwIfAborted();
    this.#closing.signal.throwIfAborted();
    const launch = expandLaunch(config.launch, this.#ports.variables);
    const live = await unlessAborted(managed.connection.connect(launch), signal);
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

  status(id: ServerId): ServerStatus {
    return this.#managed.get(id)?.connection.status ?? { kind: 'stopped' };
  }

  log(id: ServerId): readonly ServerLogLine[] {
    return this.#managed.get(id)?.log.lines() ?? [];
  }

  /** Entries of the server's tool list that are no usable tools. */
  rejected(config: ServerConfig): readonly RejectedTool[] {
    const managed = this.#managed.get(config.id);
    return managed?.offer.of(config, managed.connection.live).rejected ?? [];
  }

  /** What the running servers offer, in the order of the book. */
  toolSources(): readonly ToolSource[] {
    return this.#ports.book.list().flatMap((config) => {
      const managed = this.#managed.get(config.id);
      return managed?.offer.of(config, managed.connection.live).sources ?? [];
    });
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

  #of(id: ServerId): Managed {
    const known = this.#managed.get(id);
    if (known !== undefined) return known;
    const log = new ServerLog(this.#ports.now);
    const connection = new ServerConnection({
      open: this.#ports.open,
      log,
      now: this.#ports.now,
      newConnectionId: this.#ports.newId,
    });
    connection.changed.subscribe(() => this.changed.emit());
    const managed = { connection, log, offer: new ToolOffer() };
    this.#managed.set(id, managed);
    return managed;
  }

  async #confirmed(config: ServerConfig, managed: Managed, signal: AbortSignal): Promise<void> {
    if (config.confirmedLaunch === launchFingerprint(config.launch)) return;
    managed.asking ??= this.#ask(config, AbortSignal.any([signal, this.#closing.signal])).finally(() => {
      delete managed.asking;
    });
    await unlessAborted(managed.asking, signal);
  }

  async #ask(asked: ServerConfig, signal: AbortSignal): Promise<void> {
    const fingerprint = launchFingerprint(asked.launch);
    const launch = expandLaunch(asked.launch, this.#ports.variables);
    const yes = await this.#ports.confirmStart(
      {
        serverName: asked.name,
        commandLine: commandLineText(launch.command, launch.args),
        cwd: launch.cwd ?? this.#ports.variables.homeDir,
        envKeys: Object.keys(launch.env),
      },
      signal,
    );
    signal.throwIfAborted();
    if (!yes)
      throw new GatehouseError('not-confirmed', `${asked.name} was not started: you did not confirm its command.`);
    const config = this.#ports.book.find(asked.id);
    if (config === undefined || launchFingerprint(config.launch) !== fingerprint) {
      throw new GatehouseError('launch-changed', `${asked.name} was changed while you were asked; connect it again.`);
    }
    this.#ports.book.put({ ...config, confirmedLaunch: fingerprint });
  }
}

function connected(server: ServerConfig, live: LiveServer, alreadyConnected: boolean): Connected {
  return { server, alreadyConnected, live };
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(abortError());
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortError());
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function abortError(): GatehouseError {
  return new GatehouseError('cancelled', 'The connecting was cancelled.');
}
