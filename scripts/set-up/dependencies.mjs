import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../child-run.mjs';
import { withProgress } from '../progress.mjs';
import { StepFailure } from '../step-failure.mjs';

/** @typedef {{ readonly version?: string, readonly integrity?: string, readonly optional?: boolean, readonly devOptional?: boolean }} LockedPackage */
/** @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages by folder: `node_modules/a` */

/**
 * Compares what the lock file asks for with what npm wrote down when it last filled `node_modules`.
 *
 * @param {LockedPackages} locked `packages` of package-lock.json
 * @param {LockedPackages} installed `packages` of node_modules/.package-lock.json
 * @returns {string | undefined} the first difference in words, or undefined where there is none
 */
export function differenceFromLock(locked, installed) {
  for (const [folder, wanted] of Object.entries(locked)) {
    if (folder === '') continue;
    const there = installed[folder];
    if (there === undefined) {
      // npm leaves out optional packages made for other systems.
      if (wanted.optional === true || wanted.devOptional === true) continue;
      return `${folder} is missing`;
    }
    if (there.version !== wanted.version || there.integrity !== wanted.integrity) {
      return `${folder} is ${there.version ?? 'unknown'}, the lock file says ${wanted.version ?? 'unknown'}`;
    }
  }
  const extra = Object.keys(installed).find((folder) => locked[folder] === undefined);
  return extra === undefined ? undefined : `${extra} is not in the lock file`;
}

/**
 * Fills `node_modules` from the lock file where the two differ.
 *
 * @param {string} root
 */
export async function ensureDependencies(root) {
  const folder = join(root, 'node_modules');
  const difference = lookAtDependencies(root);
  if (difference === undefined) return;
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new StepFailure(
      `node_modules is a link to ${readlinkSync(folder)}, which does not match package-lock.json (${difference}).\n` +
        'It belongs to another checkout, so it is left as it is: run npm ci there, or remove the link.',
    );
  }
  await withProgress(`Dependencies from package-lock.json (${difference})`, async () => {
    const { command, args } = npmCommand();
    // Nothing here relies on install scripts, so none runs.
    const end = await runChild(
      command,
      [...args, 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: root,
        deadlineMs: 20 * 60_000,
      },
    );
    if (end.code !== 0) {
      throw new StepFailure(
        `${end.output.trim()}\n\nnpm ci ${end.timedOut ? 'did not end within 20 minutes' : 'failed'}. Its own words are above; ` +
          'when the registry could not be reached, check the network or npm’s registry and proxy settings and run this again.',
      );
    }
  });
  const still = lookAtDependencies(root);
  if (still !== undefined) {
    throw new StepFailure(`npm ci ended well, but ${still}. Remove node_modules and run this again.`);
  }
}

/**
 * @param {string} root
 * @returns {string | undefined} why `node_modules` has to be filled
 */
function lookAtDependencies(root) {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return 'nothing is installed yet';
  const { packages: locked } = readJson(join(root, 'package-lock.json'));
  const { packages: installed } = readJson(hidden);
  const difference = differenceFromLock(locked, installed);
  if (difference !== undefined) return difference;
  const gone = Object.keys(installed).find((folder) => !existsSync(join(root, folder, 'package.json')));
  return gone === undefined ? undefined : `${gone} was removed`;
}

/**
 * @param {string} path
 * @returns {{ readonly packages: LockedPackages }}
 */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * How npm is started: the very npm that runs this script, where one does.
 *
 * @returns {{ readonly command: string, readonly args: readonly string[] }}
 */
export function npmCommand() {
  const running = process.env['npm_execpath'];
  if (running !== undefined && /npm-cli\.c?js$/u.test(running)) return { command: process.execPath, args: [running] };
  // On Windows npm is a .cmd file, which Node starts only through a shell; npm's own script stands beside node.exe.
  const beside = join(process.execPath, '..', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (process.platform === 'win32' && existsSync(beside)) return { command: process.execPath, args: [beside] };
  return { command: 'npm', args: [] };
}
