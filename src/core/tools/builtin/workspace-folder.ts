import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { GatehouseError } from '../../errors.js';
import { codeOf, type WorkspacePlace } from './workspace-path.js';

/** Flags that a platform lacks count as none. */
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** A folder that stays the same one while it is used. */
export interface OpenFolder {
  /** The path by which a name in it is reached. */
  path(name: string): string;
  close(): Promise<void>;
}

/**
 * Goes from the workspace's root to a folder, name by name, and follows no link: what was put there after the path was
 * looked at leads nowhere. On Linux each step starts at the open folder before it, so nothing that is renamed or
 * swapped meanwhile changes the way. Elsewhere the real path is compared at the end.
 */
export async function openFolder(
  place: WorkspacePlace,
  segments: readonly string[],
  create: boolean,
): Promise<OpenFolder> {
  try {
    return existsSync('/proc/self/fd')
      ? await byHandles(place.root, segments, create)
      : await byPath(place.root, segments, create);
  } catch (error) {
    throw folderError(error, place.shown);
  }
}

async function byHandles(root: string, segments: readonly string[], create: boolean): Promise<OpenFolder> {
  let handle = await open(root, FOLDER);
  for (const name of segments) {
    const next = inFolder(handle, name);
    const before = handle;
    try {
      if (create) await makeFolder(next);
      handle = await open(next, FOLDER);
    } finally {
      await before.close();
    }
  }
  const last = handle;
  return { path: (name) => inFolder(last, name), close: () => last.close() };
}

function inFolder(handle: FileHandle, name: string): string {
  return `/proc/self/fd/${handle.fd}/${name}`;
}

async function byPath(root: string, segments: readonly string[], create: boolean): Promise<OpenFolder> {
  let folder = root;
  for (const name of segments) {
    folder = join(folder, name);
    if (create) await makeFolder(folder);
    if (!(await lstat(folder)).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
  }
  if ((await realpath(folder)) !== folder) throw Object.assign(new Error('a link'), { code: 'ELOOP' });
  const last = folder;
  return { path: (name) => join(last, name), close: () => Promise.resolve() };
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** The system's words name paths that the model never used. */
function folderError(error: unknown, shown: string): GatehouseError {
  const name = JSON.stringify(shown);
  switch (codeOf(error)) {
    case 'ENOENT':
      return new GatehouseError('not-found', `${name} does not exist in the workspace.`);
    case 'ELOOP':
    case 'ENOTDIR':
      return new GatehouseError('outside-workspace', `The way to ${name} is not only folders, or changed into a link.`);
    case 'EACCES':
    case 'EPERM':
      return new GatehouseError('no-access', `The system gives no access to the folder of ${name}.`);
    default:
      return new GatehouseError('file-failed', `The folder of ${name} can't be opened (${codeOf(error)}).`);
  }
}
