import { randomUUID } from 'node:crypto';
import { constants, type Dirent, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { GatehouseError } from '../../errors.js';
import { openFolder } from './workspace-folder.js';
import { codeOf, type WorkspacePlace } from './workspace-path.js';

/** `O_NONBLOCK`: opening a pipe would wait for somebody to write into it. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export type OpenedPlace =
  | { readonly kind: 'file'; readonly handle: FileHandle; readonly stats: Stats }
  | { readonly kind: 'folder'; readonly entries: readonly Dirent[] };

/** Opens what is at a place and hands it to `use`. Throws for what is neither a regular file nor a folder. */
export async function withPlace<T>(place: WorkspacePlace, use: (opened: OpenedPlace) => Promise<T>): Promise<T> {
  const name = place.segments.at(-1);
  if (name === undefined) return use({ kind: 'folder', entries: await entriesOf(place) });
  const folder = await openFolder(place, place.segments.slice(0, -1), false);
  try {
    const path = folder.path(name);
    const found = await inWords(place, () => lstat(path));
    if (found.isDirectory()) return await use({ kind: 'folder', entries: await entriesOf(place) });
    if (!found.isFile()) throw notRegular(place);
    const handle = await inWords(place, () => open(path, READ));
    try {
      // Looked at again through the open file: the name may mean something else by now.
      const stats = await handle.stat();
      if (!stats.isFile()) throw notRegular(place);
      return await use({ kind: 'file', handle, stats });
    } finally {
      await handle.close();
    }
  } finally {
    await folder.close();
  }
}

/**
 * Writes a whole file, with the folders on the way to it: into a new file beside it that then takes its name, so that
 * the old content stays whole until the new one is.
 */
export async function writeWhole(place: WorkspacePlace, content: string): Promise<'created' | 'replaced'> {
  const name = place.segments.at(-1);
  if (name === undefined) throw isFolder(place);
  const folder = await openFolder(place, place.segments.slice(0, -1), true);
  const temporary = folder.path(`.gatehouse-${randomUUID()}.tmp`);
  try {
    const old = await inWords(place, () => existing(folder.path(name)));
    if (old?.isDirectory()) throw isFolder(place);
    if (old !== undefined && !old.isFile()) throw notRegular(place);
    await inWords(place, async () => {
      await writeNew(temporary, content, old === undefined ? undefined : old.mode & 0o777);
      await rename(temporary, folder.path(name));
    });
    return old === undefined ? 'created' : 'replaced';
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await folder.close();
  }
}

async function writeNew(path: string, content: string, mode: number | undefined): Promise<void> {
  const handle = await open(path, CREATE, 0o666);
  try {
    await handle.writeFile(content, 'utf8');
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function entriesOf(place: WorkspacePlace): Promise<readonly Dirent[]> {
  const folder = await openFolder(place, place.segments, false);
  try {
    return await inWords(place, () => readdir(folder.path('.'), { withFileTypes: true }));
  } finally {
    await folder.close();
  }
}

async function existing(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** The system's words name paths that the model never used. */
async function inWords<T>(place: WorkspacePlace, work: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(place.shown);
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new GatehouseError('not-found', `${name} does not exist in the workspace.`);
    if (code === 'ELOOP') throw new GatehouseError('outside-workspace', `${name} changed into a link meanwhile.`);
    if (code === 'EACCES' || code === 'EPERM')
      throw new GatehouseError('no-access', `The system gives no access to ${name}.`);
    throw new GatehouseError('file-failed', `The system failed on ${name} (${code}).`, { cause: error });
  }
}

function notRegular(place: WorkspacePlace): GatehouseError {
  const sentence = `${JSON.stringify(place.shown)} is no regular file, so it is not opened.`;
  return new GatehouseError('not-regular', sentence);
}

function isFolder(place: WorkspacePlace): GatehouseError {
  return new GatehouseError('is-folder', `${JSON.stringify(place.shown)} is a folder.`);
}
