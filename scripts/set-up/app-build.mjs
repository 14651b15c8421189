import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../child-run.mjs';
import { withProgress } from '../progress.mjs';
import { StepFailure } from '../step-failure.mjs';

/** What the build is made from; tests are not. */
const INPUT_FOLDERS = ['src', 'servers', 'resources'];
const INPUT_FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'electron.vite.config.ts',
  'scripts/build-servers.mjs',
  'scripts/build-cli.mjs',
  'scripts/build-workers.mjs',
  'scripts/replace-file.mjs',
];
/** What must stand for the build to count as there. */
const OUTPUTS = [
  'out/main/index.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/servers',
  'out/cli/run.js',
  'out/workers/validation-worker.cjs',
];
const STAMP = 'out/build-stamp.txt';

/**
 * Builds the app, the sample servers, the terminal's face and the threads into `out/`, unless nothing has changed since the last build.
 *
 * @param {string} root
 */
export async function ensureBuild(root) {
  const inputs = hashInputs(root);
  const stamp = join(root, STAMP);
  const whole = OUTPUTS.every((path) => existsSync(join(root, path)));
  if (whole && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  await buildApp(root);
}

/**
 * Builds whatever was built before.
 *
 * @param {string} root
 */
export async function buildApp(root) {
  const inputs = hashInputs(root);
  await forgetBuild(root);
  await withProgress('Build', async () => {
    const [app, servers, cli, workers] = await Promise.all([
      runChild(
        process.execPath,
        [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
        {
          cwd: root,
          deadlineMs: 3 * 60_000,
        },
      ),
      runChild(process.execPath, [join(root, 'scripts/build-servers.mjs')], { cwd: root, deadlineMs: 60_000 }),
      runChild(process.execPath, [join(root, 'scripts/build-cli.mjs')], { cwd: root, deadlineMs: 60_000 }),
      runChild(process.execPath, [join(root, 'scripts/build-workers.mjs')], { cwd: root, deadlineMs: 60_000 }),
    ]);
    for (const [what, end] of /** @type {const} */ ([
      ['app', app],
      ['sample servers', servers],
      ['command line', cli],
      ['threads', workers],
    ])) {
      if (end.code === 0) continue;
      throw new StepFailure(
        `${end.output.trim()}\n\nThe build of the ${what} ${end.timedOut ? 'did not end in time' : 'failed'}; the reason is above.`,
      );
    }
  });
  await mkdir(join(root, 'out'), { recursive: true });
  await writeFile(join(root, STAMP), inputs); // last: with it the build counts as whole
}

/**
 * Makes the next start build anew, because `out/` is about to hold something else.
 *
 * @param {string} root
 */
export async function forgetBuild(root) {
  await rm(join(root, STAMP), { force: true });
}

/**
 * @param {string} root
 * @returns {string} a hash of the names and contents of all that the build reads
 */
function hashInputs(root) {
  const hash = createHash('sha256').update(process.platform);
  const files = INPUT_FOLDERS.flatMap((folder) => listFiles(root, folder));
  for (const file of [...INPUT_FILES, ...files].toSorted()) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`\0${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} folder relative to it
 * @returns {string[]} relative paths
 */
function listFiles(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(root, path);
    return /\.test\.tsx?$/u.test(entry.name) ? [] : [path];
  });
}
