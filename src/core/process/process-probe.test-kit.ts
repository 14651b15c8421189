import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The pids that run in a process group (Linux). */
export function runningInGroup(leader: number): number[] {
  return runningProcesses().filter((pid) => Number(statOf(pid)[2]) === leader);
}

/** The pids whose environment has the entry `NAME=value` (Linux). */
export function runningWith(entry: string): number[] {
  return runningProcesses().filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(entry));
}

/** A process that has ended and waits to be reaped does not run. */
function runningProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const [state = 'X'] = statOf(pid);
      return state !== 'Z' && state !== 'X';
    });
}

/** State, parent, group and the rest of a process; empty where it has gone. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Resolves when the condition holds, or when the deadline (ms) has passed: the caller then asserts. */
export async function until(condition: () => boolean, deadlineMs: number): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!condition() && Date.now() < end) await sleep(25);
}
