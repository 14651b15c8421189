import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AuditFolder } from '../core/audit/audit-folder.js';
import { createMemoryConversationStore } from '../core/conversation/memory-conversation-store.js';
import { errorMessage, GatehouseError } from '../core/errors.js';
import { createHost } from '../core/host/create-host.js';
import type { Host } from '../core/host/host.js';
import type { HostPorts } from '../core/host/ports.js';
import { clientSecretEntry } from '../core/host/server-credentials.js';
import { HttpStatusError } from '../core/mcp/transports/http-status-error.js';
import { launchFingerprint } from '../core/servers/launch-fingerprint.js';
import { sameName } from '../core/servers/server-config.js';
import type { ServerConfig, ServerView } from '../shared/server.js';
import type { Settings } from '../shared/settings.js';
import { openAppFiles } from './app-files.js';
import { readConfigFile } from './config-file.js';
import type { Unconnected } from './connect-all.js';
import { dataFolder } from './data-folder.js';
import type { Prompt } from './prompt.js';
import { notStored, RunSecrets } from './run-secrets.js';
import { createTerminalDesk } from './terminal-desk.js';
import { createTerminalPresenter } from './terminal-presenter.js';

export interface HouseOptions {
  /** Path of an `mcpServers` file; undefined = the servers of the app. */
  readonly config: string | undefined;
  readonly yesStart: boolean;
  /** The run has a chat, for which a tool can be allowed. */
  readonly forRun: boolean;
  /** What the command line sets in place of the app's settings. */
  readonly settings: Partial<Settings>;
  readonly prompt: Prompt;
  readonly version: string;
  /** A line for whoever sits at the terminal. */
  readonly note: (text: string) => void;
  /** Aborts when the user stops the run. */
  readonly stop: AbortSignal;
}

/** A server, and whether its command runs without a question. */
export interface KnownServer {
  readonly view: ServerView;
  readonly confirmed: boolean;
}

/** The host with a terminal for a face, on files that it only reads. Nothing of a run is kept. */
export class House {
  readonly host: Host;
  /** What was passed over in the files. */
  readonly remarks: readonly string[];
  readonly #options: HouseOptions;
  readonly #folder: string;
  readonly #secrets: RunSecrets;
  #configs: readonly ServerConfig[];

  /** Throws `bad-config` where a file can't be used. */
  constructor(options: HouseOptions) {
    this.#options = options;
    this.#folder = dataFolder(process.env, process.platform, homedir());
    const app = openAppFiles(this.#folder);
    const file = options.config === undefined ? undefined : readConfigFile(options.config);
    this.remarks = file?.remarks ?? [];
    this.#configs = file?.servers ?? app.servers();
    const clientSecrets = [...(file?.clientSecrets ?? [])];
    this.#secrets = new RunSecrets(clientSecrets.map(([id, secret]) => clientSecretEntry(id, secret)));
    this.host = createHost(this.#ports({ ...app.settings(), ...options.settings }, app.policies()));
  }

  async servers(): Promise<readonly KnownServer[]> {
    const { state } = await this.host.commands['app.snapshot']({});
    const confirmed = new Set(this.#configs.filter(isConfirmed).map(({ id }) => id));
    return state.servers.map((view) => ({ view, confirmed: view.bundled || confirmed.has(view.id) }));
  }

  /** Throws `unknown-server` with the known names. */
  async server(name: string): Promise<ServerView> {
    const views = (await this.servers()).map(({ view }) => view);
    const found = views.find((view) => view.name === name) ?? views.find((view) => sameName(view.name, name));
    if (found !== undefined) return found;
    const known = views.map((view) => view.name).join(', ');
    throw new GatehouseError(
      'unknown-server',
      `There is no server ${JSON.stringify(name)}. The servers are: ${known}.`,
    );
  }

  /** The server of this name, or without one all that start by themselves. Throws `unknown-server`. */
  async chosen(name: string | undefined): Promise<readonly ServerView[]> {
    if (name !== undefined) return [await this.server(name)];
    return (await this.servers()).map(({ view }) => view).filter((view) => view.autoConnect);
  }

  /** What a server said no with, for a list of such. */
  failure(server: string, error: unknown): Unconnected {
    const code = error instanceof GatehouseError ? error.code : 'internal';
    return { server, code, message: errorMessage(error) };
  }

  /**
   * Starts the server; gives what it offers. Rejects with why it does not run, `not-confirmed`, or `sign-in-declined` where
   * nobody can sign in.
   */
  async connect({ id, name, bundled, launch }: ServerView): Promise<ServerView> {
    const { stop, prompt } = this.#options;
    // The sample servers keep their data in it. Only the user may look into it, whoever makes it.
    if (bundled) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    try {
      await unlessStopped(this.host.commands['servers.connect']({ id }), stop);
    } catch (error) {
      if (prompt.canAsk) throw error;
      throw unaskable(error, name, launch.kind === 'stdio' ? 'command' : 'address');
    }
    const now = (await this.servers()).find(({ view }) => view.id === id);
    if (now === undefined) throw new GatehouseError('unknown-server', `${name} is not there any more.`);
    return now.view;
  }

  /** Resolves when no process is left. Idempotent. */
  close(): Promise<void> {
    return this.host.close();
  }

  #ports(settings: Settings, policies: ReturnType<HostPorts['policies']['load']>): HostPorts {
    const { prompt, yesStart, forRun, version, note } = this.#options;
    return {
      settings: { load: () => settings, save: refuseToStore },
      servers: {
        load: () => this.#configs,
        // For this run: that a command was confirmed is not written into the app's file.
        save: (servers) => {
          this.#configs = servers;
        },
      },
      policies: { load: () => policies, save: refuseToStore },
      conversations: createMemoryConversationStore(),
      secrets: this.#secrets,
      approvals: createTerminalPresenter(prompt, { forRun }),
      desk: createTerminalDesk(prompt, { yesStart, platform: process.platform, env: process.env, note }),
      // The one thing that a terminal adds to what the app keeps: no call goes unrecorded.
      audit: { disk: new AuditFolder(this.#folder), face: 'terminal' },
      environment: {
        env: process.env,
        homeDir: homedir(),
        launchVariables: {
          node: process.execPath,
          servers: resolve(join(import.meta.dirname, '../servers')),
          data: this.#folder,
          home: homedir(),
          version,
        },
        systemLanguage: 'en',
        platform: process.platform,
        version,
        validationScript: () => readFileSync(join(import.meta.dirname, '../workers/validation-worker.cjs'), 'utf8'),
        imageScript: () => readFileSync(join(import.meta.dirname, '../workers/image-worker.cjs'), 'utf8'),
        notices: [],
      },
    };
  }
}

function refuseToStore(): never {
  throw notStored();
}

/** What a failure comes to where there is no terminal to ask on. */
function unaskable(error: unknown, name: string, what: 'command' | 'address'): unknown {
  if (!(error instanceof GatehouseError)) return error;
  if (error.code === 'not-confirmed') {
    const why = `its ${what} has to be confirmed, and there is no terminal to ask on`;
    const next = `Read the ${what} with “gatehouse servers”, then pass --yes-start.`;
    const done = what === 'command' ? 'started' : 'connected';
    return new GatehouseError('not-confirmed', `${name} was not ${done}: ${why}. ${next}`, { cause: error });
  }
  // One that says no more than 401 has said what to do about it.
  if (error.code !== 'sign-in-required' || error.cause instanceof HttpStatusError) return error;
  const next = 'Run this on a terminal to sign in, or send what the server gave you in a header of --config.';
  return new GatehouseError('sign-in-declined', `${error.message} There is no terminal to ask on. ${next}`, {
    cause: error,
  });
}

function isConfirmed({ launch, confirmedLaunch }: ServerConfig): boolean {
  return confirmedLaunch === launchFingerprint(launch);
}

/** What the user has stopped is not waited for: closing the house ends it. */
export function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  if (stop.aborted) return Promise.reject(stopError());
  return new Promise((resolvePromise, reject) => {
    const end = (): void => reject(stopError());
    stop.addEventListener('abort', end, { once: true });
    work.then(resolvePromise, reject).finally(() => stop.removeEventListener('abort', end));
  });
}

function stopError(): GatehouseError {
  return new GatehouseError('cancelled', 'Stopped.');
}
