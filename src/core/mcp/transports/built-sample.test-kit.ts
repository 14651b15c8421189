import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

const DEADLINE_MS = 30_000;

/** A sample server, bundled as a test needs it, that can be started on a port of its own. */
export class BuiltSample {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-sample-'));
  readonly #file: string;

  constructor(name: string) {
    this.#file = path.join(this.#folder, `${name}.mjs`);
    const entry = path.resolve(import.meta.dirname, '../../../../servers', name, 'index.ts');
    buildSync({ entryPoints: [entry], outfile: this.#file, bundle: true, platform: 'node', format: 'esm' });
    writeFileSync(path.join(this.#folder, 'package.json'), '{"type":"module"}');
  }

  start(...args: string[]): Promise<ListeningServer> {
    return ListeningServer.start(process.execPath, [this.#file, ...args], {});
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A server in a process of its own that listens on a port and says so on stderr or stdout. */
export class ListeningServer {
  readonly #child: ChildProcess;
  said = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.said += chunk.toString('utf8');
      });
    }
  }

  /** Resolves once `ready` is in what the server said; by default an address. */
  static async start(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    ready: RegExp = /(?:https?|ws):\/\/\S+/,
  ): Promise<ListeningServer> {
    const child = spawn(command, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...env },
    });
    const server = new ListeningServer(child);
    const end = Date.now() + DEADLINE_MS;
    while (!ready.test(server.said)) {
      if (child.exitCode !== null || Date.now() > end) {
        await server.stop();
        throw new Error(`The server did not start. It said: ${server.said}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return server;
  }

  /** The first address with this scheme that the server named. */
  url(scheme = 'https?'): URL {
    const [found] = new RegExp(`${scheme}://[^\\s"]+`).exec(this.said) ?? [];
    if (found === undefined) throw new Error(`The server named no ${scheme} address: ${this.said}`);
    return new URL(found);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}
