import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { GatehouseError } from '../../errors.js';
import { KEY_PLACES, placeOn, SELF_STARTING } from '../../protected-names.js';

/** The folder that the file tools work in, and what is off limits even there. */
export interface Workspace {
  /** Absolute; empty while none is picked. Asked at each call. */
  readonly folder: () => string;
  /** Absolute folders that no file tool touches wherever the workspace is: Gatehouse's own data. */
  readonly protectedFolders: readonly string[];
}

/** A place in the workspace, with every link on the way to it followed. */
export interface WorkspacePlace {
  /** The real path of the workspace. */
  readonly root: string;
  /** The way from the root, one name each, none of them a link when it was looked at; empty for the root itself. */
  readonly segments: readonly string[];
  /** For people and the model: relative to the workspace. */
  readonly shown: string;
}

/**
 * Finds the place that a path names. Throws a `GatehouseError` with a sentence for whatever is outside: through `..`,
 * an absolute path, a link, or a name that the system reads as something else. What it finds can change before it is
 * opened, so opening looks again (`workspace-file.ts`).
 */
export async function locate(workspace: Workspace, path: string, purpose: 'read' | 'write'): Promise<WorkspacePlace> {
  const root = await workspaceRoot(workspace);
  const asked = JSON.stringify(path);
  if (path.includes('\0')) throw refused(`The path ${asked} holds a NUL character.`);
  const lexical = isAbsolute(path) ? absoluteIn(workspace.folder(), root, path) : resolve(root, path);
  if (!isInside(root, lexical)) throw refused(`${asked} is outside the workspace.`);
  const real = await followLinks(root, namesOf(relative(root, lexical)), asked);
  const segments = namesOf(relative(root, real));
  const odd = process.platform === 'win32' ? segments.find(isOddWindowsName) : undefined;
  if (odd !== undefined) throw refused(`${asked} holds ${JSON.stringify(odd)}, which Windows reads as something else.`);
  await checkProtected(workspace, real, asked);
  checkNames(namesOf(real), purpose, asked);
  return { root, segments, shown: segments.join('/') || '.' };
}

/** The sentence with which `locate` refuses a path; undefined where it does not. For a tool's `invariant`. */
export async function refusalOf(
  workspace: Workspace,
  path: string,
  purpose: 'read' | 'write',
): Promise<string | undefined> {
  try {
    await locate(workspace, path, purpose);
    return undefined;
  } catch (error) {
    // Whatever keeps a path from being looked at keeps it from being used.
    return error instanceof Error ? error.message : String(error);
  }
}

/** The real path of the workspace. Throws code `no-workspace` where none is picked or it is gone. */
export async function workspaceRoot(workspace: Workspace): Promise<string> {
  const folder = workspace.folder();
  if (folder === '') {
    throw new GatehouseError('no-workspace', 'No workspace folder is picked. The user can pick one in Settings.');
  }
  try {
    const root = await realpath(folder);
    if ((await lstat(root)).isDirectory()) return root;
  } catch {
    // Told below, in words that name the folder.
  }
  const gone = `The workspace folder ${JSON.stringify(folder)} is not there any more. The user can pick another in Settings.`;
  throw new GatehouseError('no-workspace', gone);
}

/** An absolute path may be written by the folder the user picked, which can itself be a link to the real one. */
function absoluteIn(folder: string, root: string, path: string): string {
  const plain = normalize(path);
  return !isInside(root, plain) && isInside(resolve(folder), plain)
    ? resolve(root, relative(resolve(folder), plain))
    : plain;
}

async function followLinks(root: string, names: readonly string[], asked: string): Promise<string> {
  let current = root;
  for (const [index, name] of names.entries()) {
    const next = join(current, name);
    const stats = await lstat(next).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      if (codeOf(error) === 'ENOTDIR') throw refused(`${asked} leads through a file as if it were a folder.`);
      throw refused(`${asked} can't be looked at (${codeOf(error)}).`);
    });
    // What does not exist yet holds no links.
    if (stats === undefined) return join(current, ...names.slice(index));
    current = stats.isSymbolicLink() ? await targetOf(root, next, asked) : next;
  }
  return current;
}

async function targetOf(root: string, link: string, asked: string): Promise<string> {
  const target = await realpath(link).catch((error: unknown) => {
    throw refused(`${asked} leads through a link that leads nowhere (${codeOf(error)}).`);
  });
  if (!isInside(root, target)) throw refused(`${asked} leads through a link to outside the workspace.`);
  return target;
}

async function checkProtected(workspace: Workspace, real: string, asked: string): Promise<void> {
  for (const folder of workspace.protectedFolders) {
    const own = await realpath(folder).catch(() => resolve(folder));
    if (isInside(own, real)) throw refused(`${asked} belongs to Gatehouse's own data.`);
  }
}

/** Looks at the whole real path: the workspace itself may lie in such a place. */
function checkNames(names: readonly string[], purpose: 'read' | 'write', asked: string): void {
  const keys = placeOn(names, KEY_PLACES);
  if (keys !== undefined) throw refused(`${asked} is in ${keys}, which holds keys, so no file tool touches it.`);
  const starts = purpose === 'write' ? placeOn(names, SELF_STARTING) : undefined;
  if (starts !== undefined) {
    throw refused(
      `${asked} is in ${starts}. What is written there can run as a program by itself, so no file tool writes it.`,
    );
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A stream of a file (`a:b`), a device, or a name whose end Windows drops. */
function isOddWindowsName(name: string): boolean {
  return /:|[. ]$/u.test(name) || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(name);
}

function namesOf(way: string): readonly string[] {
  return way.split(sep).filter((name) => name !== '');
}

function refused(sentence: string): GatehouseError {
  return new GatehouseError('outside-workspace', sentence);
}

/** The system's code of a failure, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
