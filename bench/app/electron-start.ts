import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TreeFigures, treeFigures } from './processes.js';

/** How long a start may take, ms. */
const DEADLINE_MS = 120_000;
/** How long Chromium's other processes may outlive main, ms: the next start is not measured beside them. */
const AFTER_END_MS = 1_500;

export interface StartOptions {
  readonly electron: string;
  /** As root Chromium starts only without its sandbox; both windows are started alike. */
  readonly switches: readonly string[];
  readonly home: string;
}

export interface StartFigures {
  /** From the start of the process to the first window that could be shown. ms. */
  readonly readyMs: number;
  /** What main had taken by then. ms. */
  readonly readyCpuMs: number;
  /** Until something could be typed in; NaN for the bare window. ms. */
  readonly usableMs: number;
  /** When it had come to rest. */
  readonly rest: TreeFigures;
}

/** One start of an app, from its first moment until it has been at rest for so long. */
export async function measureStart(
  options: StartOptions,
  app: readonly string[],
  restMs: number,
): Promise<StartFigures> {
  const { line, pid, end, began } = await start(options, app);
  const { readyAt, cpuMs, usableAt } = JSON.parse(line);
  await sleep(restMs);
  const rest = treeFigures(pid);
  await end();
  return { readyMs: Number(readyAt) - began, readyCpuMs: Number(cpuMs), usableMs: Number(usableAt) - began, rest };
}

/** What an app that ends by itself prints, as JSON. */
export async function runOnce(options: StartOptions, app: readonly string[]): Promise<unknown> {
  const { line, end } = await start(options, app);
  await end();
  return JSON.parse(line);
}

/** Starts it and waits for its first line. */
async function start({ electron, switches, home }: StartOptions, app: readonly string[]) {
  const { ANTHROPIC_API_KEY: _key, ANTHROPIC_BASE_URL: _url, ...env } = process.env;
  const began = Date.now();
  const child = spawn(electron, [...switches, ...app], {
    env: { ...env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS);
  const line = await Promise.race([once(lines, 'line').then(([first]) => String(first)), ended.then(() => undefined)]);
  clearTimeout(timer);
  if (line === undefined) throw new Error(`${app.join(' ')} ended before it had said anything`);
  return {
    line,
    began,
    pid: child.pid ?? 0,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
      await sleep(AFTER_END_MS);
    },
  };
}
