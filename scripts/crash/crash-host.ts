import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AuditFolder } from '../../src/core/audit/audit-folder.js';
import { openConversationStore } from '../../src/core/conversation/sqlite-conversation-store.js';
import { GatehouseError } from '../../src/core/errors.js';
import { createHost } from '../../src/core/host/create-host.js';
import { AutoPresenter } from '../../src/core/testing/auto-presenter.js';
import {
  createMemoryServerStore,
  createMemorySettingsStore,
  MemorySecretStore,
} from '../../src/core/testing/memory-ports.js';
import { MemoryPolicyStore } from '../../src/core/testing/memory-policy-store.js';
import { ScriptedDesk } from '../../src/core/testing/scripted-desk.js';
import { isJsonObject } from '../../src/shared/json.js';
import { NO_POLICIES, type StoredPolicies } from '../../src/shared/policy.js';
import type { ServerConfig } from '../../src/shared/server.js';
import { DEFAULT_SETTINGS, type Settings } from '../../src/shared/settings.js';

/*
 * The host of the app without Electron, to be killed in the middle of its work: the same database, record, servers and
 * model, on the data folder `GATEHOUSE_HOME`. Its parent has the page's place, over the channel between the two.
 */

const home = process.env['GATEHOUSE_HOME'] ?? '';
const settings: Settings = { ...DEFAULT_SETTINGS, ...read('settings') };
const servers: readonly ServerConfig[] = read('servers');
const policies: StoredPolicies = { ...NO_POLICIES, ...read('policies') };
const { store, notices } = await openConversationStore(join(home, 'conversations.db'), { clearStaleLock: true });
const host = createHost({
  settings: createMemorySettingsStore(settings),
  servers: createMemoryServerStore(servers),
  policies: new MemoryPolicyStore(policies.tools, policies),
  secrets: new MemorySecretStore(),
  conversations: store,
  audit: { disk: new AuditFolder(home), face: 'app' },
  // Nobody answers: what would ask does not run.
  approvals: new AutoPresenter(),
  desk: new ScriptedDesk(),
  environment: {
    env: process.env,
    homeDir: homedir(),
    launchVariables: { node: process.execPath, data: home, home: homedir() },
    systemLanguage: 'en',
    platform: process.platform,
    version: '0',
    notices,
  },
});

const send = (message: object): void => void process.send?.(message);

host.subscribe((event) => send({ kind: 'event', event }));
process.on('message', (message: unknown) => {
  if (!isJsonObject(message)) return;
  const { id, name, input } = message;
  if (typeof id === 'number' && typeof name === 'string') void answer(id, name, input);
});
process.once('SIGTERM', () => void close());
// Its parent is gone: there is nobody left to kill it.
process.once('disconnect', () => process.exit());
host.start();
send({ kind: 'ready' });

/** The world wrote these files itself: they need no check. */
function read(name: string) {
  return JSON.parse(readFileSync(join(home, `${name}.json`), 'utf8'))[name];
}

async function close(): Promise<void> {
  await host.close();
  store.close();
  process.disconnect();
}

/** Never rejects: a refusal is an answer, as it is over IPC. */
async function answer(id: number, name: string, input: unknown): Promise<void> {
  const command: unknown = Object.entries(host.commands).find(([known]) => known === name)?.[1];
  try {
    if (!isCommand(command)) throw new GatehouseError('unknown-command', `There is no command ${name}.`);
    send({ kind: 'answer', id, answer: { ok: true, value: await command(input) } });
  } catch (error) {
    const code = error instanceof GatehouseError ? error.code : 'internal';
    send({ kind: 'answer', id, answer: { ok: false, error: { code, message: String(error) } } });
  }
}

function isCommand(value: unknown): value is (input: unknown) => Promise<unknown> {
  return typeof value === 'function';
}
