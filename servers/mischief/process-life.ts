import { spawn } from 'node:child_process';
import type { Flags } from './flags.js';

/** The longest life of a process that ignores every request to leave, in ms. */
const LONGEST_LIFE_MS = 10 * 60 * 1000;
const FLOOD_LINE = `${'mischief floods stderr '.repeat(4).trim()}\n`;

/** Writes to stderr and ends the process once the bytes are out. */
export function leave(code: number, lastWords: string): void {
  process.stderr.write(`${lastWords}\n`, () => process.exit(code));
}

/** Stays when stdin ends and when SIGTERM comes. */
export function ignoreRequestsToLeave(): void {
  process.on('SIGTERM', () => undefined);
  setTimeout(() => process.exit(0), LONGEST_LIFE_MS);
}

/** Resolves when so many bytes were taken from stderr: never, where nobody reads it. */
export async function floodStderr(bytes: number): Promise<void> {
  const lines = FLOOD_LINE.repeat(Math.ceil(bytes / FLOOD_LINE.length)).slice(0, bytes - 1);
  return new Promise((settle) => {
    process.stderr.write(`${lines}\n`, () => settle());
  });
}

/**
 * Starts the same server again behind a shell that puts it into the background, and stays only to hand on its exit code.
 * A shell gives a background process no stdin, so the pipe goes through another descriptor.
 */
export function runAsGrandchild(args: readonly string[]): void {
  const file = process.argv[1] ?? '';
  const child = spawn(
    'sh',
    ['-c', 'exec 3<&0; "$@" <&3 3<&- & wait $!', 'sh', process.execPath, file, ...args.filter(isNotGrandchild)],
    { stdio: 'inherit' },
  );
  child.on('error', (error) => leave(1, `mischief could not start a shell: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

function isNotGrandchild(arg: string): boolean {
  return arg !== '--grandchild';
}

/** True where the flags ask to leave before the handshake; the leaving is under way then. */
export function leavesAtOnce(flags: Flags): boolean {
  const code = flags.number('exit-before-handshake');
  if (code === undefined) return false;
  leave(code, 'Error: API_KEY missing');
  return true;
}
