import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { errorMessage, GatehouseError } from '../errors.js';
import { lifelineArguments } from './lifeline-script.js';
import { endGroup, signalGroup } from './process-group.js';
import { settlesWithin } from './settles-within.js';
import { checkFolder, resolveCommand } from './resolve-command.js';
import type { SandboxedProgram, SandboxRules } from './sandbox.js';
import { taskkill } from './windows-tree.js';

/** How a program ended: an exit code, or the signal that ended it. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** How long each gentle step of ending may take, ms: after the end of stdin, and after SIGTERM. */
export interface GraceTimes {
  readonly eofMs: number;
  readonly termMs: number;
}

export interface ChildLaunch {
  /** A path (relative to `cwd`), or a name that is looked for in the `PATH` of `env`. */
  readonly command: string;
  /** Reach the program as they are: no shell reads them. */
  readonly args: readonly string[];
  /** The whole environment of the program; nothing of the host's is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  /** The walls it runs in. Absent: none. Where they can't be made, nothing is started. */
  readonly sandbox?: SandboxRules;
}

/** A program that does not outlive the host, with everything it starts in its process group. */
export interface GuardedChild {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the program has exited and its process group is gone. Never rejects. */
  readonly exited: Promise<ChildExit>;
  /** End stdin, wait, SIGTERM, wait, SIGKILL: to the whole group. Idempotent. */
  end(grace?: GraceTimes): Promise<ChildExit>;
  /** Ends the whole group at once. Idempotent. */
  kill(): Promise<ChildExit>;
}

const DEFAULT_GRACE: GraceTimes = { eofMs: 2_000, termMs: 2_000 };

/**
 * Starts a program in a process group of its own, with a watcher that ends the group when the host is gone, however
 * that happened (`lifeline-script.ts`; Windows: `windows-tree.ts`). When the program exits, what it left behind in the
 * group is killed. Rejects with code `spawn-failed` or `no-sandbox` and a sentence that names the next step.
 */
export async function spawnGuarded(launch: ChildLaunch): Promise<GuardedChild> {
  const windows = process.platform === 'win32';
  if (!windows) checkVariableNames(launch);
  const { file, args } = await withWalls({ file: await findProgram(launch, windows), args: launch.args }, launch);
  try {
    const options = { cwd: launch.cwd, env: { ...launch.env }, shell: false, windowsHide: true };
    const child = windows
      ? await spawnOnWindows(file, args, options)
      : spawn('/bin/sh', lifelineArguments(file, args, launch.env), {
          ...options,
          detached: true,
          stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
        });
    // With a pid it runs already; without one this rejects with the reason.
    if (child.pid === undefined) await once(child, 'spawn');
    return new StartedChild(child, windows);
  } catch (error) {
    const next = 'Check the command, its arguments and its environment.';
    const { command } = launch;
    const why = errorMessage(error);
    const message = `The command "${command}" can't be started: ${why}. ${next}`;
    throw new GatehouseError('spawn-failed', message, { cause: error, parts: { command, why } });
  }
}

/** The program's absolute path (Windows: its name as it is). Of two faults the folder's is told. */
async function findProgram({ command, env, cwd }: ChildLaunch, windows: boolean): Promise<string> {
  const finding = windows ? Promise.resolve(command) : resolveCommand(command, env['PATH'], cwd);
  // Looked for meanwhile; a rejection is heard below, unless the folder's comes first.
  finding.catch(ignore);
  await checkFolder(command, cwd);
  return finding;
}

async function withWalls(program: SandboxedProgram, { sandbox, cwd }: ChildLaunch): Promise<SandboxedProgram> {
  if (sandbox === undefined) return program;
  // Only loaded where it is needed.
  const { sandboxed } = await import('./sandbox.js');
  return sandboxed(program, { rules: sandbox, cwd });
}

/** Finds `npx.cmd` where `npx` is meant, and starts a batch file through cmd with every argument escaped. */
async function spawnOnWindows(file: string, args: readonly string[], options: SpawnOptions): Promise<ChildProcess> {
  // Only loaded where it is needed.
  const { default: crossSpawn } = await import('cross-spawn');
  return crossSpawn(file, [...args], { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
}

class StartedChild implements GuardedChild {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<ChildExit>;
  readonly #windows: boolean;
  #gone = false;
  #ending: Promise<ChildExit> | undefined;

  constructor(child: ChildProcess, windows: boolean) {
    const { pid, stdin, stdout, stderr } = child;
    if (pid === undefined || stdin === null || stdout === null || stderr === null) {
      throw new Error('the system gave no pid or no pipes');
    }
    this.pid = pid;
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    this.#windows = windows;
    // A broken pipe is reported to whoever writes, or ends what is read; without a listener it would end the host.
    for (const pipe of child.stdio) pipe?.on('error', ignore);
    child.on('error', ignore);
    this.exited = this.#untilGone(child);
  }

  end(grace: GraceTimes = DEFAULT_GRACE): Promise<ChildExit> {
    this.#ending ??= this.#endGently(grace);
    return this.#ending;
  }

  kill(): Promise<ChildExit> {
    this.#signal('SIGKILL');
    return this.exited;
  }

  async #endGently(grace: GraceTimes): Promise<ChildExit> {
    this.stdin.end();
    if (!(await settlesWithin(this.exited, grace.eofMs))) {
      this.#signal('SIGTERM');
      if (!(await settlesWithin(this.exited, grace.termMs))) this.#signal('SIGKILL');
    }
    return this.exited;
  }

  async #untilGone(child: ChildProcess): Promise<ChildExit> {
    const exit = await new Promise<ChildExit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    // A group that can't be looked at must not keep `exited` from settling.
    if (!this.#windows) await endGroup(this.pid).catch(ignore);
    this.#gone = true;
    child.stdio[3]?.destroy();
    return exit;
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    // A pid may belong to somebody else once the group is gone.
    if (this.#gone) return;
    if (!this.#windows) signalGroup(this.pid, signal);
    else if (signal === 'SIGKILL') killTree(this.pid);
  }
}

function killTree(pid: number): void {
  const { file, args } = taskkill(pid);
  // When taskkill itself can't be started there is nobody else to ask; the direct child still ends with the host.
  spawn(file, [...args], { stdio: 'ignore', windowsHide: true }).on('error', ignore);
}

/** A POSIX shell drops variables whose names it can't say; a program that silently lacks one is worse than a refusal. */
function checkVariableNames(launch: ChildLaunch): void {
  const bad = Object.keys(launch.env).find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  if (bad === undefined) return;
  throw new GatehouseError(
    'spawn-failed',
    `The command "${launch.command}" can't be given the environment variable "${bad}": only letters, digits and _ may be in its name. Rename or remove it.`,
    { parts: { command: launch.command, variable: bad } },
  );
}

function ignore(): void {}
