import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file inside a runtime's folder that says where it came from. */
export const MARKER = 'gatehouse-runtime.json';

/**
 * @typedef {object} RuntimeMarker
 * @property {'official' | 'fallback' | 'override'} kind `override`: ELECTRON_OVERRIDE_DIST_PATH names it
 * @property {string} version Electron's version
 * @property {string} [recipe] which making of the fallback it is
 */

/**
 * @typedef {object} InstalledRuntime
 * @property {RuntimeMarker} marker
 * @property {string} dist its folder
 * @property {string} executable absolute path
 */

/**
 * The path of the program inside a runtime's folder.
 *
 * @param {string} platform
 */
function executableName(platform = process.platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * The version of Electron that the lock file asks for.
 *
 * @param {string} root
 * @returns {string}
 */
export function wantedElectronVersion(root) {
  return JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')).version;
}

/**
 * Reads what stands in the checkout; a few file reads, no network.
 *
 * @param {string} root
 * @returns {InstalledRuntime | undefined} undefined where there is none, or it is half there, or its kind is unknown
 */
export function findRuntime(root) {
  const version = wantedElectronVersion(root);
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const dist = override ?? join(root, 'node_modules/electron/dist');
  const executable = join(dist, executableName());
  if (!existsSync(executable)) return undefined;
  if (override !== undefined) return { marker: { kind: 'override', version }, dist, executable };
  const pathFile = join(root, 'node_modules/electron/path.txt');
  if (!existsSync(pathFile) || readFileSync(pathFile, 'utf8') !== executableName()) return undefined;
  const marker = readMarker(dist, version);
  return marker === undefined ? undefined : { marker, dist, executable };
}

/**
 * @param {string} dist
 * @param {string} version
 * @returns {RuntimeMarker | undefined}
 */
function readMarker(dist, version) {
  const markerFile = join(dist, MARKER);
  if (existsSync(markerFile)) return JSON.parse(readFileSync(markerFile, 'utf8'));
  // Electron's own installer writes no marker, but the very version that the package asks for.
  const versionFile = join(dist, 'version');
  const official = existsSync(versionFile) && readFileSync(versionFile, 'utf8').replace(/^v/u, '').trim() === version;
  return official ? { kind: 'official', version } : undefined;
}

/**
 * Puts a runtime where `electron` looks for it. It is built beside its place and renamed into it, so one that was
 * killed half-way is never taken for a whole one.
 *
 * @param {string} root
 * @param {RuntimeMarker} marker
 * @param {(aside: string) => Promise<void>} fill writes the runtime's files into an empty folder
 */
export async function placeRuntime(root, marker, fill) {
  const home = join(root, 'node_modules/electron');
  await clearLeftOvers(home);
  const aside = join(home, `.dist-${process.pid}-new`);
  const old = join(home, `.dist-${process.pid}-old`);
  await mkdir(aside);
  await fill(aside);
  await writeFile(join(aside, MARKER), `${JSON.stringify(marker, undefined, 2)}\n`);
  const dist = join(home, 'dist');
  if (existsSync(dist)) await rename(dist, old);
  await rename(aside, dist);
  const pathFile = join(home, 'path.txt');
  await writeFile(`${pathFile}.${process.pid}`, executableName());
  await rename(`${pathFile}.${process.pid}`, pathFile);
  await rm(old, { recursive: true, force: true });
}

/**
 * Copies a runtime as it is, links and modes included; where the file system can, without using space twice.
 *
 * @param {string} from
 * @param {string} to
 */
export async function copyRuntime(from, to) {
  await cp(from, to, { recursive: true, verbatimSymlinks: true, mode: 2 /* COPYFILE_FICLONE */ });
}

/**
 * Removes what a killed run left in a folder: entries named `.<what>-<pid>-…` whose process is gone.
 *
 * @param {string} folder
 */
export async function clearLeftOvers(folder) {
  for (const name of await readdir(folder)) {
    const pid = /^\.[a-z]+-(\d+)-/u.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  if (pid === process.pid) return false; // an earlier process that had our number
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
