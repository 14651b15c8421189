import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, ConversationState } from '../../shared/conversation.js';
import type { AppState, HostEvent } from '../../shared/host-event.js';
import type { JsonObject } from '../../shared/json.js';
import type { PolicyEntry } from '../../shared/policy.js';
import type { ServerConfig } from '../../shared/server.js';
import type { Settings } from '../../shared/settings.js';
import { bundledServers } from '../servers/bundled-servers.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { createMemoryConversationStore } from '../conversation/memory-conversation-store.js';
import { MemoryAuditDisk } from '../testing/memory-audit-disk.js';
import {
  createMemoryDraftStore,
  createMemoryServerStore,
  createMemorySettingsStore,
  MemorySecretStore,
} from '../testing/memory-ports.js';
import { MemoryPolicyStore } from '../testing/memory-policy-store.js';
import { ScriptedDesk } from '../testing/scripted-desk.js';
import {
  type Script,
  type ScriptedAnswer,
  startStrictMessagesApi,
  type StrictMessagesApi,
  type StrictMessagesApiOptions,
} from '../testing/strict-messages-api.js';
import { createHost } from './create-host.js';
import type { Draft } from './draft-book.js';
import type { ElicitationPresenter } from './elicitation-presenter.js';
import type { Host } from './host.js';
import type { HostPorts } from './ports.js';

/** The built sample servers. */
const SERVERS = resolve(import.meta.dirname, '../../../out/servers');

/** How long a condition may take before a test says what it waited for. Never a verdict on speed. */
const DEADLINE_MS = 20_000;

export interface Wanted {
  readonly presenter?: AutoPresenter;
  readonly settings?: Partial<Settings>;
  /** Answers of a strict Messages API on loopback; without them the practice model answers. */
  readonly model?: Script | readonly ScriptedAnswer[];
  /** What else that API can do. */
  readonly api?: Omit<StrictMessagesApiOptions, 'script'>;
  readonly secrets?: MemorySecretStore;
  readonly env?: Readonly<Record<string, string>>;
  readonly policies?: readonly PolicyEntry[];
  readonly elicitations?: ElicitationPresenter;
  readonly servers?: readonly ServerConfig[];
  /**
   * The sample servers that run once the host is `started`; each is a process. The others stand in the list, stopped.
   * Default: notes. Without a meaning where `servers` are given.
   */
  readonly starts?: readonly Sample[];
}

type Sample = 'notes' | 'docs' | 'deploy';

/** A host on memory stores with the real sample servers, and a page that follows its events. */
export class TestHost {
  readonly folder: string;
  readonly desk = new ScriptedDesk();
  readonly audit = new MemoryAuditDisk();
  readonly presenter: AutoPresenter;
  readonly secrets: MemorySecretStore;
  readonly api: StrictMessagesApi | undefined;
  readonly events: HostEvent[] = [];
  #stores: Pick<HostPorts, 'settings' | 'servers' | 'policies' | 'conversations' | 'drafts'>;
  readonly #env: Readonly<Record<string, string>>;
  readonly #elicitations: ElicitationPresenter | undefined;
  readonly #chats = new Map<string, ConversationState>();
  #state: Partial<AppState> = {};
  host: Host;

  private constructor(wanted: Wanted, api: StrictMessagesApi | undefined) {
    this.folder = mkdtempSync(join(tmpdir(), 'gatehouse-host-'));
    this.presenter = wanted.presenter ?? new AutoPresenter();
    this.secrets = wanted.secrets ?? new MemorySecretStore();
    this.api = api;
    this.#env = wanted.env ?? {};
    this.#elicitations = wanted.elicitations;
    const model: Partial<Settings> = api === undefined ? {} : { baseUrl: api.url, model: 'claude-sonnet-test' };
    this.#stores = {
      settings: createMemorySettingsStore({ ...model, ...wanted.settings }),
      servers: createMemoryServerStore(wanted.servers ?? samples(wanted.starts ?? ['notes'])),
      policies: new MemoryPolicyStore(wanted.policies),
      conversations: createMemoryConversationStore(),
      drafts: createMemoryDraftStore(),
    };
    this.host = this.#open();
  }

  static async open(wanted: Wanted = {}): Promise<TestHost> {
    const api =
      wanted.model === undefined ? undefined : await startStrictMessagesApi({ ...wanted.api, script: wanted.model });
    return new TestHost(wanted, api);
  }

  get commands(): Host['commands'] {
    return this.host.commands;
  }

  /** The state as a page has it that has heard every event. */
  get state(): Partial<AppState> {
    return this.#state;
  }

  chat(id: string): ConversationState {
    return this.#chats.get(id) ?? emptyConversation(branded<ConversationId>(id));
  }

  /** Starts, and waits until the servers run that start by themselves. */
  async started(): Promise<this> {
    this.host.start();
    await this.until('the servers run', async () => {
      const { servers } = (await this.commands['app.snapshot']({})).state;
      return servers.every(({ autoConnect, status }) => !autoConnect || status.kind === 'running');
    });
    return this;
  }

  /** The same stores under a new host, as after a restart of the app, or with another `version` after its update. */
  async restart(version?: string): Promise<void> {
    await this.host.close();
    this.#chats.clear();
    this.host = this.#open(version);
  }

  /** What a page gets that asks now. */
  async now(): Promise<AppState> {
    return (await this.commands['app.snapshot']({})).state;
  }

  /** A new host on what was stored up to now, as after the app was killed in the middle of something. */
  async killed(): Promise<void> {
    const conversations = createMemoryConversationStore();
    for (const summary of this.#stores.conversations.list()) {
      conversations.put(summary);
      for (const event of this.#stores.conversations.events(summary.id)) conversations.append(summary.id, event);
    }
    await this.host.close();
    this.#stores = { ...this.#stores, conversations };
    this.#chats.clear();
    this.host = this.#open();
  }

  /** Adds mischief with these flags, confirmed and connected; gives its id. */
  async mischief(...flags: readonly string[]): Promise<string> {
    const id = await this.addServer('mischief', flags);
    this.desk.answer = (question) => question.kind === 'start-server';
    await this.commands['servers.connect']({ id });
    return id;
  }

  async addServer(name: string, flags: readonly string[] = []): Promise<string> {
    const args = ['${servers}/mischief.js', ...flags, this.folder];
    const launch = { kind: 'stdio', command: '${node}', args, env: {}, cwd: '' } as const;
    return (await this.commands['servers.save']({ name, launch, autoConnect: true })).id;
  }

  /** What `drafts.json` would hold. */
  storedDrafts(): readonly Draft[] {
    return this.#stores.drafts?.load() ?? [];
  }

  /** What `servers.json` would hold. */
  storedServers(): readonly ServerConfig[] {
    return this.#stores.servers.load();
  }

  async newChat(): Promise<string> {
    return (await this.commands['conversations.create']({})).id;
  }

  /** Sends, and waits until the turn has ended. */
  say(conversationId: string, text: string): Promise<ConversationState> {
    return this.turn(conversationId, () => this.commands['chat.send']({ conversationId, text }));
  }

  /** Does what begins or ends a turn, and waits until one more turn has ended. */
  async turn(conversationId: string, begin: () => Promise<unknown>): Promise<ConversationState> {
    const before = this.#turnsEnded(conversationId);
    await begin();
    await this.until('the turn ends', () => this.#turnsEnded(conversationId) > before);
    return this.chat(conversationId);
  }

  async until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + DEADLINE_MS;
    // oxlint-disable-next-line no-await-in-loop -- it waits for the world
    while (!(await condition())) {
      if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(10);
    }
  }

  /** The processes of Node that this host's servers are. */
  serverProcesses(script = '.js'): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => {
        const [program, ...args] = commandLine(pid);
        return (
          program === process.execPath &&
          args[0]?.endsWith(script) === true &&
          args.some((arg) => arg.startsWith(this.folder))
        );
      });
  }

  async close(): Promise<void> {
    await this.host.close();
    await this.api?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #turnsEnded(conversationId: string): number {
    return this.events
      .flatMap((event) => (event.type === 'agent' && event.conversationId === conversationId ? event.events : []))
      .filter((event) => event.type === 'turn-finished').length;
  }

  #open(version = '0.0.0-test'): Host {
    const host = createHost({
      ...this.#stores,
      secrets: this.secrets,
      approvals: this.presenter,
      desk: this.desk,
      audit: { disk: this.audit, face: 'app' },
      ...(this.#elicitations === undefined ? {} : { elicitations: this.#elicitations }),
      environment: {
        env: { PATH: process.env['PATH'], ...this.#env },
        homeDir: this.folder,
        launchVariables: { node: process.execPath, servers: SERVERS, data: this.folder, home: this.folder },
        systemLanguage: 'en',
        platform: process.platform,
        version,
        notices: [],
      },
    });
    host.subscribe((event) => this.#hear(event));
    return host;
  }

  #hear(event: HostEvent): void {
    this.events.push(event);
    if (event.type === 'state') {
      this.#state = { ...this.#state, ...event.patch };
    } else {
      this.#chats.set(event.conversationId, event.events.reduce(applyEvent, this.chat(event.conversationId)));
    }
  }
}

function samples(starts: readonly Sample[]): readonly ServerConfig[] {
  return bundledServers().map((config) => ({ ...config, autoConnect: starts.some((name) => name === config.name) }));
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // it has ended meanwhile
  }
}

/** A scripted answer with calls. */
export function calls(...wanted: readonly (readonly [string, JsonObject])[]): ScriptedAnswer {
  return {
    kind: 'reply',
    blocks: wanted.map(([name, input], index) => ({ type: 'tool_use', id: `toolu_${index}`, name, input })),
  };
}

/** A scripted answer of one sentence. */
export function says(text: string): ScriptedAnswer {
  return { kind: 'reply', blocks: [{ type: 'text', text }] };
}

/** The texts of the results of all calls, in their order. */
export function results(chat: ConversationState): readonly string[] {
  return Object.values(chat.calls).map((call) =>
    (call.result?.content ?? []).map((block) => (block.type === 'text' ? block.text : block.type)).join(''),
  );
}
