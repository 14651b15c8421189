import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

/** The name of the variable by which the processes of one run are known again, however they were re-parented. */
const RUN_MARK = 'GATEHOUSE_SCRIPT_RUN';
/** How long a process may take to end after SIGTERM, in ms. */
const GRACE = 4000;

/**
 * @typedef {object} ChildEnd
 * @property {number} code the exit code; 1 where a signal or the deadline ended it
 * @property {boolean} timedOut
 * @property {string} output what it printed, stdout and stderr as they came; empty with `show`
 * @property {readonly number[]} leftOver pids of its descendants that outlived it and were ended
 */

/**
 * Runs one program to its end. Whatever ends the run, its deadline included, no process that it started stays.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} options
 * @param {number} options.deadlineMs
 * @param {string} [options.cwd]
 * @param {Readonly<Record<string, string | undefined>>} [options.env] added to this process's own
 * @param {boolean} [options.show] pass its output on as it comes, instead of gathering it
 * @returns {Promise<ChildEnd>} rejects only where the program can't be started
 */
export async function runChild(command, args, { deadlineMs, cwd, env = {}, show = false }) {
  const mark = randomUUID();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env, [RUN_MARK]: mark },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    windowsHide: true,
  });
  /** @type {Buffer[]} */
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise((resolve) => {
    child.once('close', resolve);
  });
  let timedOut = false;
  /** @type {Promise<unknown> | undefined} */
  let stopping;
  const stop = () => (stopping ??= endTree(child.pid, mark));
  const timer = setTimeout(() => {
    timedOut = true;
    void stop(); // never rejects
  }, deadlineMs);
  const releaseSignals = onSignals((signal) => {
    void stop().then(() => process.kill(process.pid, signal)); // the default action, now that ours is off
  });
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      // `exit`, not `close`: a grandchild that holds the pipes must not keep us waiting.
      child.once('exit', (exitCode) => resolve(exitCode ?? 1));
    });
    await stopping;
    const leftOver = await endTree(undefined, mark);
    // With everything that could hold the pipes gone, what is still in them comes at once.
    await settledWithin(closed, 1000);
    return { code: timedOut ? 1 : code, timedOut, output: Buffer.concat(chunks).toString('utf8'), leftOver };
  } finally {
    clearTimeout(timer);
    releaseSignals();
  }
}

/**
 * @param {Promise<unknown>} promise
 * @param {number} ms
 */
async function settledWithin(promise, ms) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

/**
 * Hears the signals that ask this process to end, once, and then lets them do what they do by default.
 *
 * @param {(signal: NodeJS.Signals) => void} listener
 * @returns {() => void} stops listening
 */
export function onSignals(listener) {
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  /** @param {NodeJS.Signals} signal */
  const heard = (signal) => {
    release();
    listener(signal);
  };
  const release = () => {
    for (const signal of signals) process.off(signal, heard);
  };
  for (const signal of signals) process.on(signal, heard);
  return release;
}

/**
 * Ends the processes of one run: asks, waits, then kills. Never rejects.
 *
 * @param {number | undefined} rootPid also look for descendants of this process
 * @param {string} mark
 * @returns {Promise<readonly number[]>} the pids that were there
 */
async function endTree(rootPid, mark) {
  if (process.platform === 'win32') {
    if (rootPid !== undefined) spawnSync('taskkill', ['/PID', String(rootPid), '/T', '/F'], { stdio: 'ignore' });
    return [];
  }
  const began = Date.now();
  const first = processesOf(rootPid, mark);
  const seen = new Set(first);
  signalAll(first, 'SIGTERM');
  for (let alive = first; alive.length > 0; alive = [...seen].filter(isAlive)) {
    if (Date.now() - began > GRACE) {
      for (const pid of processesOf(rootPid, mark)) seen.add(pid);
      signalAll([...seen], 'SIGKILL');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return first;
}

/**
 * @param {readonly number[]} pids
 * @param {NodeJS.Signals} signal
 */
function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended between being seen and being signalled.
    }
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    // Without /proc (macOS) a process that answers to signal 0 counts as alive.
    return process.platform !== 'linux' && error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

/**
 * The pids of a run, its root first. On Linux also processes that left its group or lost their parent.
 *
 * @param {number | undefined} rootPid
 * @param {string} mark
 * @returns {number[]}
 */
function processesOf(rootPid, mark) {
  if (process.platform !== 'linux') return rootPid === undefined ? [] : [rootPid, ...descendantsByPs(rootPid)];
  /** @type {Map<number, number>} */
  const parents = new Map();
  /** @type {Set<number>} */
  const found = new Set(rootPid === undefined ? [] : [rootPid]);
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
      if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${RUN_MARK}=${mark}`)) found.add(pid);
    } catch {
      // It ended while we looked, or belongs to another user.
    }
  }
  return withDescendants(found, parents).filter(isAlive);
}

/**
 * @param {number} rootPid
 * @returns {number[]}
 */
function descendantsByPs(rootPid) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  /** @type {Map<number, number>} */
  const parents = new Map();
  for (const line of (stdout ?? '').split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/u).map(Number);
    if (pid !== undefined && parent !== undefined) parents.set(pid, parent);
  }
  return withDescendants(new Set([rootPid]), parents).filter((pid) => pid !== rootPid);
}

/**
 * @param {ReadonlySet<number>} roots
 * @param {ReadonlyMap<number, number>} parents pid → pid of its parent
 * @returns {number[]} the roots and everything below them
 */
function withDescendants(roots, parents) {
  const all = new Set(roots);
  for (let before = -1; before !== all.size;) {
    before = all.size;
    for (const [pid, parent] of parents) if (all.has(parent)) all.add(pid);
  }
  return [...all];
}
