import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createMemoryConversationStore } from '../core/conversation/memory-conversation-store.js';
import { GatehouseError } from '../core/errors.js';
import { createHost } from '../core/host/create-host.js';
import type { Host } from '../core/host/host.js';
import type { HostPorts, SecretStore } from '../core/host/ports.js';
import { launchFingerprint } from '../core/servers/launch-fingerprint.js';
import { sameName } from '../core/servers/server-config.js';
import type { ServerConfig, ServerView } from '../shared/server.js';
import type { Settings } from '../shared/settings.js';
import { openAppFiles } from './app-files.js';
import { readConfigFile } from './config-file.js';
import { dataFolder } from './data-folder.js';
import type { Prompt } from './prompt.js';
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
  #configs: readonly ServerConfig[];

  /** Throws `bad-config` where a file can't be used. */
  constructor(options: HouseOptions) {
    this.#options = options;
    this.#folder = dataFolder(process.env, process.platform, homedir());
    const app = openAppFiles(this.#folder);
    const file = options.config === undefined ? undefined : readConfigFile(options.config);
    this.remarks = file?.remarks ?? [];
    this.#configs = file?.servers ?? app.servers();
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

  /** Starts the server; gives what it offers. Rejects with why it does not run, or `not-confirmed`. */
  async connect({ id, name, bundled }: ServerView): Promise<ServerView> {
    const { stop, prompt } = this.#options;
    // The sample servers keep their data in it. Only the user may look into it, whoever makes it.
    if (bundled) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    try {
      await unlessStopped(this.host.commands['servers.connect']({ id }), stop);
    } catch (error) {
      if (!(error instanceof GatehouseError) || error.code !== 'not-confirmed' || prompt.canAsk) throw error;
      const why = 'its command has to be confirmed, and there is no terminal to ask on';
      const next = 'Read the command with “gatehouse servers”, then pass --yes-start.';
      throw new GatehouseError('not-confirmed', `${name} was not started: ${why}. ${next}`, { cause: error });
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
    const { prompt, yesStart, forRun, version } = this.#options;
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
      secrets: NO_SECRETS,
      approvals: createTerminalPresenter(prompt, { forRun }),
      desk: createTerminalDesk(prompt, { yesStart }),
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
        notices: [],
      },
    };
  }
}

/** The app's key store is the app's: a terminal has the key of the environment. */
const NO_SECRETS: SecretStore = {
  protection: async () => 'none',
  read: async () => undefined,
  write: async () => refuseToStore(),
  remove: async () => undefined,
};

function refuseToStore(): never {
  throw new GatehouseError('not-stored', 'The terminal changes nothing that the app keeps. Do this in the app.');
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
