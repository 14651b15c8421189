import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The pids that run in a process group (Linux). One that has ended and waits to be reaped does not run. */
export function runningInGroup(leader: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const [state, , group] = statOf(pid);
      return Number(group) === leader && state !== 'Z' && state !== 'X';
    });
}

function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Resolves when the condition holds, or when the deadline (ms) has passed: the caller then asserts. */
export async function until(condition: () => boolean, deadlineMs: number): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!condition() && Date.now() < end) await sleep(10);
}
