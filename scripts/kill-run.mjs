import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { projectRoot } from './project.mjs';

/** How long what a dead host left may take to go, in ms; past it it counts as left for good. */
const GONE_WITHIN_MS = 10_000;
/** Every second host is killed while it starts, so many ms after its own start at most. */
const EARLY_MS = 700;
const POLL_MS = 25;

/**
 * @typedef {object} Killing what became of one host
 * @property {boolean} wasUp whether its servers had been met
 * @property {number} running processes that ran with its token when it was killed, itself included
 * @property {number} left processes that were still there at the deadline; they were then killed
 * @property {number} goneMs how long until all were gone, in ms
 */

/**
 * The pids whose environment has the token; one that has ended and waits to be reaped does not count. Linux.
 *
 * @param {string} token
 */
function runningWith(token) {
  const entry = `GATEHOUSE_KILL_TOKEN=${token}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(entry);
      } catch {
        return false; // it ended between the listing and the reading, or is not ours
      }
    })
    .map(Number);
}

/**
 * Starts one host, kills it with SIGKILL, and looks for what is left.
 *
 * @param {string} file
 * @param {boolean} early
 * @returns {Promise<Killing>}
 */
async function killOne(file, early) {
  const token = randomUUID();
  const mischief = join(projectRoot, 'out/servers/mischief.js');
  const host = spawn(process.execPath, [file, mischief, token], {
    env: { ...process.env, GATEHOUSE_KILL_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(host, 'exit');
  let wasUp = false;
  const up = new Promise((resolve) => {
    host.stdout.once('data', () => {
      wasUp = true;
      resolve(undefined);
    });
  });
  await Promise.race([up, exited, ...(early ? [sleep(Math.random() * EARLY_MS)] : [])]);
  const running = runningWith(token).length;
  if (host.exitCode !== null) throw new Error(`The host ended by itself with code ${host.exitCode}.`);
  host.kill('SIGKILL');
  const killed = performance.now();
  await exited;
  let left = runningWith(token);
  while (left.length > 0 && performance.now() - killed < GONE_WITHIN_MS) {
    await sleep(POLL_MS);
    left = runningWith(token);
  }
  const goneMs = performance.now() - killed;
  for (const pid of left) process.kill(pid, 'SIGKILL');
  return { wasUp, running, left: left.length, goneMs };
}

/**
 * Kills so many hosts, some at a time. Needs `out/servers`.
 *
 * @param {number} count
 * @param {number} atOnce
 * @param {(killing: Killing) => void} onEach
 * @returns {Promise<readonly Killing[]>}
 */
export async function killHosts(count, atOnce, onEach = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-kill-'));
  const file = join(folder, 'host.mjs');
  /** @type {Killing[]} */
  const killings = [];
  let started = 0;
  const lane = async () => {
    while (started < count) {
      const killing = await killOne(file, started++ % 2 === 1);
      killings.push(killing);
      onEach(killing);
    }
  };
  try {
    await build({
      entryPoints: [join(projectRoot, 'scripts/kill-test-host.ts')],
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'warning',
    });
    await Promise.all(Array.from({ length: atOnce }, lane));
    return killings;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
