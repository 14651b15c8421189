import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runningWith, until } from '../../src/core/process/process-probe.test-kit.js';
import type { HostEvent } from '../../src/shared/host-event.js';
import type { CommandName } from '../../src/shared/ipc/contract.js';
import type { IpcResult } from '../../src/shared/ipc/result.js';

/** How long what a dead app left may take to go, ms; past it it counts as left for good. */
const GONE_WITHIN_MS = 20_000;

export interface SubjectOptions {
  /** The data folder. */
  readonly home: string;
  /** Added to the environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly onEvent: (event: HostEvent) => void;
}

/** What a page has: the commands. The events go to `onEvent`. */
export interface Bridge {
  command(name: CommandName, input: object): Promise<IpcResult<unknown>>;
}

/** One start of what is killed. */
export interface Subject {
  /** Resolves when commands can be given. Rejects where it ended first. */
  readonly ready: Promise<Bridge>;
  /** SIGKILL for the main process, with `tree` for all that it started too; resolves when nothing is left. */
  kill(tree: boolean): Promise<void>;
  /** Ends it in order; resolves when nothing is left. */
  quit(): Promise<void>;
}

export type StartSubject = (options: SubjectOptions) => Subject;

/** An entry of the environment by which all that one start started is known again. */
export function subjectMark(): { readonly name: string; readonly value: string; readonly entry: string } {
  // XDG_* names are among what a server inherits, so the mark reaches every descendant.
  const name = 'XDG_GATEHOUSE_CRASH';
  const value = randomUUID();
  return { name, value, entry: `${name}=${value}` };
}

export function killAll(entry: string): void {
  for (const pid of runningWith(entry)) sendKill(pid);
}

export function sendKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended between being seen and being killed.
  }
}

/** Waits until nothing has the mark. Throws where something stays; that is then killed too. */
export async function gone(entry: string): Promise<void> {
  const deadline = Date.now() + GONE_WITHIN_MS;
  // Looking through all processes of the computer is dear: those that are known are waited for first.
  for (let left = runningWith(entry); left.length > 0; left = runningWith(entry)) {
    const known = left;
    await until(() => known.every(hasEnded), deadline - Date.now());
    if (known.every(hasEnded)) continue;
    killAll(entry);
    throw new Error(`${known.length} processes outlived the app by ${GONE_WITHIN_MS / 1000} s`);
  }
}

/** One that waits to be reaped has ended. */
function hasEnded(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX] /su.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
