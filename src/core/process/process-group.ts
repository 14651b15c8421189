import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a killed group may take to disappear, ms. Past it only a process stuck in the kernel can be left. */
const GONE_WITHIN_MS = 2_000;
/** From this pause on, ms, the processes themselves are looked at: the ended ones may wait long for their reaper. */
const LOOK_CLOSER_MS = 16;

/** Sends a signal to a process group (POSIX), by the pid of its leader. A group that is gone is no error. */
export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    // ESRCH: nobody is left. EPERM: only ended processes are left (macOS), or ones that are not ours to end.
    return false;
  }
}

/** Kills what is left of a group, and resolves when nothing of it runs any more. Only for a group of our own. */
export async function endGroup(leader: number): Promise<void> {
  const deadline = Date.now() + GONE_WITHIN_MS;
  let pause = 1;
  while (signalGroup(leader, 'SIGKILL') && Date.now() < deadline) {
    if (pause >= LOOK_CLOSER_MS && !(await hasRunningMember(leader))) return;
    await sleep(pause);
    pause = Math.min(pause * 2, 32);
  }
}

/** False when every process of the group has ended and only waits to be reaped. Elsewhere than on Linux: true. */
async function hasRunningMember(leader: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const running = await Promise.all(pids.map((pid) => isRunningIn(leader, pid)));
  return running.includes(true);
}

async function isRunningIn(leader: number, pid: string): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // `pid (name) state ppid pgrp …`; the name may hold blanks and brackets.
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(group) === leader && state !== 'Z' && state !== 'X';
  } catch {
    // It ended while we looked.
    return false;
  }
}
