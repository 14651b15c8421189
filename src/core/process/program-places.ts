import { access, lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isWithin } from './path-order.js';

/** How many folders up a program's own package is looked for. */
const MOST_STEPS = 12;

/**
 * What a program needs to read to be itself, beside the system: its own folder, the modules of a runtime that lies in the
 * user's home (nvm, a virtual environment), the package of the script that it is started with, and the folder it starts
 * in. `file` is absolute. A place that holds one of `closed`, such as the whole home folder, is never among them: then
 * only the file itself is.
 */
export async function programPlaces(
  file: string,
  args: readonly string[],
  cwd: string,
  closed: readonly string[],
): Promise<readonly string[]> {
  const real = await realpath(file).catch(() => file);
  const [script] = args.filter((arg) => !arg.startsWith('-'));
  const places = await Promise.all([
    runtimePlaces(file, closed),
    runtimePlaces(real, closed),
    script === undefined ? [] : scriptPlaces(resolve(cwd, script), closed),
  ]);
  return [...new Set([...places.flat(), ...[cwd].filter((place) => isOpen(place, closed))])];
}

async function runtimePlaces(file: string, closed: readonly string[]): Promise<readonly string[]> {
  const folder = dirname(file);
  const prefix = dirname(folder);
  const isEnvironment = await exists(join(prefix, 'pyvenv.cfg'));
  const parts = basename(folder) === 'bin' ? [isEnvironment ? prefix : join(prefix, 'lib/node_modules')] : [];
  const there = await Promise.all(parts.map(async (part) => ((await exists(part)) ? [part] : [])));
  return [folder, ...there.flat()].map((place) => (isOpen(place, closed) ? place : file));
}

async function scriptPlaces(script: string, closed: readonly string[]): Promise<readonly string[]> {
  const kind = await lstat(script).catch(() => undefined);
  if (kind === undefined) return [];
  const real = await realpath(script).catch(() => script);
  const found = await Promise.all([...new Set([script, real])].map((path) => packageOf(path, closed)));
  return found;
}

/** The nearest folder upwards with a manifest: what a script imports lies there. */
async function packageOf(script: string, closed: readonly string[]): Promise<string> {
  let folder = dirname(script);
  for (let step = 0; step < MOST_STEPS && isOpen(folder, closed); step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the nearest one is wanted
    const found = await Promise.all(['package.json', 'pyproject.toml'].map((name) => exists(join(folder, name))));
    if (found.includes(true)) return folder;
    folder = dirname(folder);
  }
  return isOpen(dirname(script), closed) ? dirname(script) : script;
}

function isOpen(place: string, closed: readonly string[]): boolean {
  return isAbsolute(place) && !closed.some((shut) => isWithin(place, shut));
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
