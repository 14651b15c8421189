import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child-run.mjs';
import { withProgress } from './progress.mjs';
import { projectRoot } from './project.mjs';
import { findRuntime } from './set-up/installed-runtime.mjs';
import { StepFailure } from './step-failure.mjs';

const BUILDER = join(projectRoot, 'node_modules/electron-builder/cli.js');
const DEADLINE = 20 * 60_000;

/** Where the unpacked build has its program, for the system this runs on. */
export function unpackedExecutable() {
  const dist = join(projectRoot, 'dist');
  const arch = process.arch === 'x64' ? '' : `-${process.arch}`;
  if (process.platform === 'darwin') return join(dist, `mac${arch}`, 'Gatehouse.app/Contents/MacOS/Gatehouse');
  if (process.platform === 'win32') return join(dist, `win${arch}-unpacked`, 'Gatehouse.exe');
  return join(dist, `linux${arch}-unpacked`, 'gatehouse');
}

/**
 * Makes the folder that the smoke test drives, from whatever runtime is installed. It takes the runtime out of
 * `node_modules`, so nothing is downloaded.
 */
export async function makeUnpacked() {
  await withProgress('Unpacked build for tests', () =>
    builder(['--dir', '--config', 'electron-builder.test.yml', '--publish', 'never'], {
      CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    }),
  );
  const executable = unpackedExecutable();
  if (!existsSync(executable)) throw new StepFailure(`electron-builder ended well, but ${executable} is not there.`);
}

/**
 * Makes the packages that users install.
 *
 * @param {readonly string[]} args passed on to electron-builder: `--linux`, `--mac`, `--win`
 */
export async function makeRelease(args) {
  const kind = findRuntime(projectRoot)?.marker.kind;
  if (kind !== 'official') {
    throw new StepFailure(
      `A release is built only from the official Electron; here stands ${kind === undefined ? 'none' : `the ${kind} one`}.\n` +
        'Remove node_modules/electron/dist, run npm start where the official download can be reached, and try again.\n' +
        'For the unpacked folder that tests use: npm run dist -- --test-runtime',
    );
  }
  await withProgress('Packages', () =>
    builder([...args, '--config', 'electron-builder.yml', '--publish', 'never'], {}),
  );
}

/**
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} env
 */
async function builder(args, env) {
  const end = await runChild(process.execPath, [BUILDER, ...args], { cwd: projectRoot, deadlineMs: DEADLINE, env });
  if (end.code === 0) return;
  throw new StepFailure(
    `${end.output.trim()}\n\nelectron-builder ${end.timedOut ? 'did not end within 20 minutes' : 'failed'}; its own words are above.`,
  );
}
