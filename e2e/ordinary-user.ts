import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `nobody` and `nogroup` on every Linux. */
const NOBODY = 65_534;

/** How the app can be started as an ordinary user. */
export type OrdinaryStart =
  | { readonly kind: 'possible'; readonly program: string; readonly env: Readonly<Record<string, string>> }
  | { readonly kind: 'impossible'; readonly why: string };

/**
 * Chromium runs no sandbox for root. Makes ready a start as somebody else where the tests run as root: a small program
 * that gives up root's rights and becomes Electron, in `home`, which then belongs to that user. Looks before whether such
 * a user may make the namespaces of the sandbox, and reach what the app needs.
 */
export async function ordinaryStart(home: string): Promise<OrdinaryStart> {
  if (process.platform !== 'linux') return { kind: 'impossible', why: 'the sandbox is looked at in /proc of Linux' };
  const electron = process.env['GATEHOUSE_EXECUTABLE'] ?? String(createRequire(import.meta.url)('electron'));
  const root = process.getuid?.() === 0;
  const become = root ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : ['env'];
  if (root) await chown(home, NOBODY, NOBODY);
  const reach = 'test -r package.json -a -r out/main/index.js -a -x "$1" -a -w "$2"';
  if (!(await works([...become, 'sh', '-c', reach, 'sh', electron, home]))) {
    return { kind: 'impossible', why: 'an ordinary user can not reach this folder, or setpriv is missing' };
  }
  if (!(await works([...become, 'unshare', '--user', '--pid', '--net', '--fork', 'true']))) {
    return { kind: 'impossible', why: 'this system forbids user namespaces to ordinary users' };
  }
  const program = join(home, 'start');
  await writeFile(program, `#!/bin/sh\nexec ${become.join(' ')} '${electron.replaceAll("'", "'\\''")}' "$@"\n`);
  await chmod(program, 0o755);
  return { kind: 'possible', program, env: { HOME: home, TMPDIR: home, ...(root ? await displayAccess(home) : {}) } };
}

/** A screen that asks for a cookie gives that of root: the other user gets a copy. */
async function displayAccess(home: string): Promise<Readonly<Record<string, string>>> {
  const copy = join(home, 'x-authority');
  try {
    await copyFile(process.env['XAUTHORITY'] ?? join(homedir(), '.Xauthority'), copy);
  } catch {
    return {}; // a screen without a cookie
  }
  await chown(copy, NOBODY, NOBODY);
  return { XAUTHORITY: copy };
}

async function works([program = '', ...args]: readonly string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}
