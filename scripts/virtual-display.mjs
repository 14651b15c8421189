import { spawn } from 'node:child_process';
import { StepFailure } from './step-failure.mjs';

/** How long Xvfb may take to open its display, in ms. */
const START_DEADLINE = 15_000;

/**
 * Whether this process has a screen to draw on.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} platform
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env['DISPLAY'] ?? '') || Boolean(env['WAYLAND_DISPLAY'] ?? '');
}

/**
 * Runs `work` with a virtual screen of 1280×800 that is there only for it. `env` names that screen and hides a real
 * one. No window manager is needed: GTK dialogs take the keyboard by themselves and give it back to their window.
 *
 * @template T
 * @param {(env: Readonly<Record<string, string | undefined>>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withVirtualDisplay(work) {
  const screen = await openScreen();
  try {
    return await work({ DISPLAY: screen.display, WAYLAND_DISPLAY: undefined, ELECTRON_OZONE_PLATFORM_HINT: 'x11' });
  } finally {
    await screen.close();
  }
}

/**
 * Starts Xvfb on a display that it finds free by itself. The shell around it is a lifeline: when this process ends in
 * whatever way, the shell's stdin ends, and it ends Xvfb.
 *
 * @returns {Promise<{ readonly display: string, close(): Promise<void> }>}
 */
async function openScreen() {
  const lifeline = 'exec 4<&0; Xvfb "$@" 4<&- & x=$!; (read -r _ <&4; kill $x) 2>/dev/null 3>&- & wait $x';
  const args = ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp', '-noreset'];
  const shell = spawn('/bin/sh', ['-c', lifeline, 'virtual-display', ...args], {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    detached: true, // Ctrl-C in a terminal must not take the screen away before the programs on it have ended
  });
  const ended = new Promise((resolve) => {
    shell.once('exit', resolve);
  });
  let complaint = '';
  shell.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2000);
  });
  const close = async () => {
    shell.stdin?.end();
    await ended;
  };
  try {
    return { display: `:${await displayNumber(shell)}`, close };
  } catch (error) {
    await close();
    const why = error instanceof Error ? error.message : String(error);
    throw new StepFailure(`The virtual display did not start: ${complaint.trim() || why}`);
  }
}

/**
 * @param {import('node:child_process').ChildProcess} shell
 * @returns {Promise<string>} the number that Xvfb wrote to descriptor 3 once it listens
 */
function displayNumber(shell) {
  return new Promise((resolve, reject) => {
    let written = '';
    const timer = setTimeout(
      () => reject(new Error(`Xvfb did not open a display within ${START_DEADLINE / 1000} s`)),
      START_DEADLINE,
    );
    shell.once('error', reject);
    shell.once('exit', () => reject(new Error('Xvfb ended at once')));
    shell.stdio[3]?.on('data', (chunk) => {
      written += chunk;
      if (!written.includes('\n')) return;
      clearTimeout(timer);
      resolve(written.trim());
    });
  });
}
