import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { LineSplitter } from './line-splitter.js';
import { isJsonObject } from './json.js';
import type { JsonObject } from './json.js';

/** How long a condition may take before the test says what it waited for. Never a verdict on speed. */
const DEADLINE_MS = 20_000;

/** How a child ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Bundles one server as the build does, and starts it as often as a test likes. */
export class BuiltServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'gatehouse-server-'));
  readonly file: string;
  readonly #children: RunningServer[] = [];

  constructor(name: string) {
    this.file = join(this.#folder, `${name}.js`);
    writeFileSync(join(this.#folder, 'package.json'), '{"type":"module"}');
    buildSync({
      entryPoints: [resolve(import.meta.dirname, '..', name, 'index.ts')],
      outfile: this.file,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
    });
  }

  /** A new empty folder that goes away with the build. */
  folder(): string {
    return mkdtempSync(join(this.#folder, 'data-'));
  }

  start(...args: string[]): RunningServer {
    const server = new RunningServer(this.file, args);
    this.#children.push(server);
    return server;
  }

  /** Starts it and does the handshake. */
  async connect(...args: string[]): Promise<RunningServer> {
    const server = this.start(...args);
    await server.initialize();
    return server;
  }

  /** Ends the stdin of every server that was started since the last time, and waits until all are gone. */
  async closeAll(): Promise<readonly RunningServer[]> {
    const servers = [...this.#children];
    await Promise.all(servers.map((server) => server.close()));
    return this.#children.splice(0, servers.length); // only now: what would not go is still there for dispose()
  }

  /** Ends what a failed test left, and removes every file. */
  dispose(): void {
    for (const child of this.#children) child.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A child that runs a server, with its bytes as they came. */
export class RunningServer {
  readonly pid: number;
  /** Every line of stdout, as text without its line feed. */
  readonly lines: string[] = [];
  /** Every chunk of stdout as it arrived. */
  readonly chunks: Buffer[] = [];
  /** Every JSON-RPC message among the lines. */
  readonly messages: JsonObject[] = [];
  readonly ended: Promise<Ending>;
  stderr = '';
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #watchers = new Set<() => void>();
  #nextId = 1;

  constructor(file: string, args: readonly string[]) {
    // A group of its own, so that grandchildren can be ended with it.
    this.#child = spawn(process.execPath, [file, ...args], {
      detached: true,
      env: { PATH: process.env['PATH'], A: '1' },
    });
    this.pid = this.#child.pid ?? -1;
    const splitter = new LineSplitter();
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      for (const line of splitter.push(chunk)) this.#line(line.toString('utf8'));
      this.#look();
    });
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString('utf8');
      this.#look();
    });
    this.#child.stdin.on('error', () => undefined); // a child that left early; tests look at `ended`
    this.ended = new Promise((settle) => this.#child.on('close', (code, signal) => settle({ code, signal })));
  }

  #line(line: string): void {
    this.lines.push(line);
    try {
      const value: unknown = JSON.parse(line);
      if (isJsonObject(value) && value['jsonrpc'] === '2.0') this.messages.push(value);
    } catch {
      // kept in `lines`: that it is no JSON is what a test may want to see
    }
  }

  #look(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Bytes or text, exactly as given. */
  write(bytes: string | Buffer): void {
    this.#child.stdin.write(bytes);
  }

  notify(method: string, params: JsonObject = {}): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  }

  /** Sends a request and returns its id, without waiting. */
  send(method: string, params: JsonObject = {}): number {
    const id = this.#nextId++;
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return id;
  }

  /** Resolves to the whole answer, be it a result or an error. */
  async request(method: string, params: JsonObject = {}): Promise<JsonObject> {
    return this.answer(this.send(method, params));
  }

  async answer(id: number): Promise<JsonObject> {
    const find = (): JsonObject | undefined => this.messages.find((one) => one['id'] === id && !('method' in one));
    await this.until(`an answer to request ${id}`, () => find() !== undefined);
    return find() ?? {};
  }

  async initialize(protocolVersion = '2025-11-25'): Promise<JsonObject> {
    const clientInfo = { name: 'test', version: '1' };
    const answer = await this.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
    this.notify('notifications/initialized');
    return answer;
  }

  /** The `result` of a tool call. */
  async call(name: string, args: JsonObject = {}): Promise<JsonObject> {
    const { result } = await this.request('tools/call', { name, arguments: args });
    return isJsonObject(result) ? result : {};
  }

  /** The text of a tool call's first block. */
  async text(name: string, args: JsonObject = {}): Promise<string> {
    return textOf(await this.call(name, args));
  }

  /** The tools of every page. */
  async tools(): Promise<readonly JsonObject[]> {
    const { result } = await this.request('tools/list');
    return isJsonObject(result) && Array.isArray(result['tools']) ? result['tools'] : [];
  }

  /** Waits for a condition on what the child has said. */
  async until(what: string, condition: () => boolean): Promise<void> {
    if (condition()) return;
    await new Promise<void>((settle, fail) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#watchers.delete(look);
      };
      const look = (): void => {
        if (!condition()) return;
        done();
        settle();
      };
      const timer = setTimeout(() => {
        done();
        fail(
          new Error(`Waited in vain for ${what}.\nstdout: ${this.lines.slice(-5).join('\n')}\nstderr: ${this.stderr}`),
        );
      }, DEADLINE_MS);
      this.#watchers.add(look);
    });
  }

  /** Ends stdin and waits until the child is gone. */
  async close(): Promise<Ending> {
    this.#child.stdin.end();
    return this.ended;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** SIGKILL to the whole group; no error where it is gone already. */
  kill(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // ESRCH: nothing of it is left
    }
  }

  /** True while any process of the child's group lives. */
  groupLives(): boolean {
    try {
      process.kill(-this.pid, 0);
      return true;
    } catch {
      return false;
    }
  }
}

/** The text of a result's first block. */
export function textOf(result: JsonObject): string {
  const content = result['content'];
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return isJsonObject(first) && typeof first['text'] === 'string' ? first['text'] : '';
}
