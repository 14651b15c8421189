import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../core/process/process-probe.test-kit.js';

const CLI = resolve(import.meta.dirname, '../../out/cli/index.js');
const SERVERS = resolve(import.meta.dirname, '../../out/servers');

/** How long a condition may take before a test says what it waited for. Never a verdict on speed. */
const DEADLINE_MS = 20_000;

/** A person reads before they answer; sooner an answer does not count. ms. */
const READING_MS = 700;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A home of its own for the built command, which it starts as often as a test likes. */
export class CliHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'));
  readonly data = join(this.folder, 'data');
  readonly #running: RunningCli[] = [];

  /** Runs the command in pipes to its end. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const running = this.start(args, options);
    running.write(options.input ?? '');
    running.endInput();
    return running.ended;
  }

  /** The same, as JSON from stdout. */
  async json(args: readonly string[], options: RunOptions = {}): Promise<{ code: number | null; value: unknown }> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options);
    if (stderr !== '') throw new Error(`in JSON mode there was something on stderr: ${stderr}`);
    return { code, value: JSON.parse(stdout) };
  }

  start(args: readonly string[], { env }: RunOptions = {}): RunningCli {
    return this.#start(process.execPath, [CLI, ...args], env);
  }

  /** Runs the command on a terminal of its own. Its stdout, stderr and echo come as one text on `stdout`. */
  onTerminal(args: readonly string[], { env }: RunOptions = {}): RunningCli {
    const line = [process.execPath, CLI, ...args].map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
    const size = 'stty cols 100 rows 40';
    return this.#start('script', ['-qec', `${size}; exec ${line}`, '/dev/null'], { TERM: 'xterm', ...env });
  }

  #start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCli {
    const home = { PATH: process.env['PATH'] ?? '', HOME: this.folder, GATEHOUSE_HOME: this.data, SHELL: '/bin/sh' };
    const running = new RunningCli(spawn(command, [...args], { cwd: this.folder, env: { ...home, ...env } }));
    this.#running.push(running);
    return running;
  }

  /** Writes a text file into the home; gives its path. */
  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  has(name: string): boolean {
    return existsSync(join(this.folder, name));
  }

  /** An `mcpServers` file with mischief under its flags. */
  mischief(...flags: readonly string[]): string {
    // What does not begin with -- does nothing there: it marks the processes of this home.
    const args = [join(SERVERS, 'mischief.js'), ...flags, this.folder];
    return this.config({ mischief: { command: process.execPath, args } });
  }

  config(servers: Readonly<Record<string, object>>): string {
    return this.file('servers.json', JSON.stringify({ mcpServers: servers }));
  }

  /** The processes whose command line names this home. */
  processes(): readonly string[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .map((pid) => commandLine(pid))
      .filter((line) => line.includes(this.folder));
  }

  /** Waits until none is left; gives those that are. */
  async leftovers(): Promise<readonly string[]> {
    await until(() => this.processes().length === 0, DEADLINE_MS);
    return this.processes();
  }

  async close(): Promise<void> {
    for (const running of this.#running) running.kill();
    await Promise.all(this.#running.map((running) => running.ended));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The command while it runs. */
export class RunningCli {
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    child.stdin?.on('error', () => undefined); // it left early; tests look at `ended`
    this.ended = new Promise((settle, fail) => {
      child.on('error', fail);
      child.on('close', (code) => settle({ code, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  endInput(): void {
    this.#child.stdin?.end();
  }

  /** Reads no more of stdout, as a reader that has gone. */
  dropOutput(): void {
    this.#child.stdout?.destroy();
  }

  /** Waits for a question, reads it, answers it. */
  async answer(question: string, keys: string, times = 1): Promise<void> {
    await this.until(`the question ${question}`, () => this.stdout.split(question).length > times);
    await sleep(READING_MS);
    this.write(keys);
  }

  async until(what: string, condition: () => boolean): Promise<void> {
    await until(() => condition() || this.#child.exitCode !== null, DEADLINE_MS);
    if (!condition()) throw new Error(`Waited in vain for ${what}.\nstdout: ${this.stdout}\nstderr: ${this.stderr}`);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended meanwhile
  }
}
