import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectRoot } from './project.mjs';

/**
 * Chromium refuses to run as root with its sandbox. The product never switches the sandbox off; only these scripts
 * do, for containers, and say so.
 *
 * @returns {readonly string[]} switches for Electron
 */
export function switchesForRoot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [];
  console.log('Running as root: Chromium’s sandbox is off (--no-sandbox). Use an ordinary user for real work.');
  return ['--no-sandbox'];
}

/**
 * Runs a program in the foreground until it ends: it has the terminal, and signals reach it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} [env] added to this process's own
 * @returns {Promise<number>} its exit code; 128 + n where signal n ended it, as shells say it
 */
export function runInForeground(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, ...env } });
    /** @type {readonly NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      // A terminal sends Ctrl-C to both of us.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    const done = () => {
      for (const signal of signals) process.off(signal, passOn);
    };
    for (const signal of signals) process.on(signal, passOn);
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      done();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
