import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { McpClient } from '../../src/core/mcp/client.js';
import { StdioTransport } from '../../src/core/mcp/transports/stdio.js';
import { childEnvironment } from '../../src/core/process/child-environment.js';
import { launchFingerprint } from '../../src/core/servers/launch-fingerprint.js';
import { startStrictMessagesApi, type StrictMessagesApi } from '../../src/core/testing/strict-messages-api.js';
import { toolFingerprint } from '../../src/core/tools/fingerprint.js';
import type { StdioLaunch } from '../../src/shared/server.js';
import { crashModel } from './crash-model.js';

/** All that outlives a crash: the data folder, the model server, and the ledger that the tool writes. */
export class CrashWorld {
  /** `GATEHOUSE_HOME`. */
  readonly home: string;
  readonly api: StrictMessagesApi;
  /** The built crash-host.ts. */
  readonly hostProgram: string;
  readonly #folder: string;

  private constructor(folder: string, api: StrictMessagesApi) {
    this.#folder = folder;
    this.home = join(folder, 'home');
    this.hostProgram = join(folder, 'crash-host.mjs');
    this.api = api;
  }

  /** `root`: the project's folder. */
  static async open(root: string): Promise<CrashWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-crash-'));
    await buildPrograms(root, folder);
    const world = new CrashWorld(folder, await startStrictMessagesApi({ script: crashModel() }));
    try {
      await world.#furnish();
    } catch (error) {
      await world.close();
      throw error;
    }
    return world;
  }

  /** What the app is started with. */
  get env(): Readonly<Record<string, string>> {
    return { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: this.api.url };
  }

  /** The lines that the tool has written, in their order. */
  ledger(): readonly string[] {
    const file = join(this.home, 'ledger.log');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  }

  /** A place for a copy of the data folder; empty. */
  copyPlace(): string {
    const place = join(this.#folder, 'copy');
    rmSync(place, { recursive: true, force: true });
    return place;
  }

  async close(): Promise<void> {
    await this.api.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The ledger as a confirmed server whose tool a rule of the user allows, as it is defined now. */
  async #furnish(): Promise<void> {
    mkdirSync(this.home, { mode: 0o700 });
    const program = join(this.#folder, 'ledger-server.mjs');
    const launch: StdioLaunch = {
      kind: 'stdio',
      command: '${node}',
      args: [program, '${data}/ledger.log'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    };
    const server = {
      id: 'ledger',
      name: 'ledger',
      launch,
      trustReadOnlyHint: false,
      autoConnect: true,
      bundled: false,
    };
    const since = new Date().toISOString();
    const fingerprint = await fingerprintOf(program, join(this.home, 'ledger.log'));
    const rule = {
      serverId: 'ledger',
      tool: 'enter',
      verdict: 'allow',
      origin: 'user',
      via: 'page',
      since,
      fingerprint,
    };
    this.#write('servers', [{ ...server, confirmedLaunch: launchFingerprint(launch) }]);
    this.#write('policies', { tools: [rule] });
    // A result of the ledger is text from outside; the second call of a turn must not wait for a person.
    this.#write('settings', { askAfterReading: false });
  }

  #write(name: string, value: unknown): void {
    writeFileSync(join(this.home, `${name}.json`), `${JSON.stringify({ version: 1, [name]: value })}\n`, {
      mode: 0o600,
    });
  }
}

async function buildPrograms(root: string, outdir: string): Promise<void> {
  const sqlite = createRequire(join(root, 'package.json')).resolve('node-sqlite3-wasm');
  await build({
    entryPoints: ['ledger-server', 'crash-host'].map((name) => join(root, `scripts/crash/${name}.ts`)),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    // Its WebAssembly lies beside it.
    alias: { 'node-sqlite3-wasm': sqlite },
    external: [sqlite],
    // Some packages are CommonJS and ask for `require`.
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}

async function fingerprintOf(program: string, file: string): Promise<string> {
  const env = childEnvironment(process.env, {});
  const launch = { command: process.execPath, args: [program, file], env, cwd: process.cwd() };
  const session = await new McpClient('0').connect(new StdioTransport(launch));
  try {
    const { tools } = await session.listTools();
    const [enter] = tools;
    if (enter === undefined) throw new Error('the ledger has no tool');
    return toolFingerprint(enter);
  } finally {
    await session.close();
  }
}
