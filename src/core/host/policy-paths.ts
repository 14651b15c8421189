import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import type { ArgumentRule } from '../../shared/argument-rule.js';
import type { JsonObject } from '../../shared/json.js';
import type { ArgumentFacts } from '../policy/argument-match.js';

export interface PathPlaces {
  /** What `~` stands for in a rule. Absolute. */
  readonly homeDir: string;
  /** What relative paths in arguments start from; undefined where that is the server's own affair. */
  readonly base: string | undefined;
}

/** Looks up on the disk what the rules need to know of a call's arguments. Never rejects. */
export async function argumentFacts(
  rules: readonly ArgumentRule[],
  args: JsonObject,
  { homeDir, base }: PathPlaces,
): Promise<ArgumentFacts> {
  const tests = rules.flatMap(({ when }) => when).filter((test) => test.kind === 'under');
  const realPaths = new Map<string, string>();
  const realFolders = new Map<string, string>();
  for (const { argument, folder } of tests) {
    const value = Object.hasOwn(args, argument) ? args[argument] : undefined;
    // oxlint-disable-next-line no-await-in-loop -- a tool has few such rules
    if (typeof value === 'string') await note(realPaths, value, base === undefined ? value : resolve(base, value));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await note(realFolders, folder, fromHome(folder, homeDir));
  }
  return { arguments: args, realPaths, realFolders };
}

async function note(found: Map<string, string>, text: string, path: string): Promise<void> {
  const real = await realPlace(path);
  if (real !== undefined) found.set(text, real);
}

function fromHome(folder: string, homeDir: string): string {
  return folder === '~' || folder.startsWith('~/') ? join(homeDir, folder.slice(1)) : folder;
}

/**
 * Where an absolute path leads when every link is followed. One that does not exist yet lies in the nearest folder that
 * does. Undefined where that is not certain: a relative path, a link that leads nowhere, a folder that can't be looked
 * into, or a `..` behind a link, which a program may read before or after it follows the link.
 */
export async function realPlace(path: string): Promise<string | undefined> {
  if (!isAbsolute(path) || path.includes('\0') || isNetworkPath(path)) return undefined;
  const plain = await followed(normalize(path));
  // Windows itself takes the names before a `..` out first.
  if (plain === undefined || process.platform === 'win32' || !path.split('/').includes('..')) return plain;
  return (await readFromTheLeft(path)) === plain ? plain : undefined;
}

/** Looking at such a path sends the user's name to the machine that it names. */
function isNetworkPath(path: string): boolean {
  return process.platform === 'win32' && /^[\\/]{2}/u.test(path);
}

async function followed(path: string): Promise<string | undefined> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each step depends on the one before
      return join(await realpath(at), ...missing);
    } catch {
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (!(await isMissing(at)) || dirname(at) === at) return undefined;
      missing.unshift(basename(at));
    }
  }
}

/** As the system reads it: from the left, each link followed before the `..` after it. */
async function readFromTheLeft(path: string): Promise<string | undefined> {
  let at: string | undefined = '/';
  for (const name of path.split('/')) {
    if (at === undefined) return undefined;
    // oxlint-disable-next-line no-await-in-loop -- each step depends on the one before
    at = name === '..' ? dirname(at) : await followed(resolve(at, name));
  }
  return at;
}

/** False for a link that leads nowhere, and for what may not be looked at. */
async function isMissing(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
