import { execFile } from 'node:child_process';
import { access, constants, lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import type { ToldParts } from '../../shared/told.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { SELF_STARTING } from '../protected-names.js';
import { isWithin } from './path-order.js';
import { programPlaces } from './program-places.js';
import { sandboxArguments, type SandboxView } from './sandbox-arguments.js';

/** What a sandboxed program may do. Paths are absolute. */
export interface SandboxRules {
  readonly network: boolean;
  /** Files and folders that may be read beside the system's; the home folder is closed but for them. */
  readonly read: readonly string[];
  /** May be written; empty: nothing but its own folder. */
  readonly workspace: string;
  /** The program's own data folder, made where it is missing. It may lie in what is hidden. */
  readonly own?: string;
  readonly homeDir: string;
  /** Never in sight: Gatehouse's data. */
  readonly hidden: readonly string[];
  /** The program bubblewrap. Absent: the system's. */
  readonly bwrap?: string;
}

/** A program and its arguments, as they are started. */
export interface SandboxedProgram {
  readonly file: string;
  readonly args: readonly string[];
}

/** No search path: a `bwrap` that somebody put into a folder of their own must not be the wall. */
const BWRAP_PLACES = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];
const EMPTIED = ['/tmp', '/var/tmp', '/run', '/var/run'];
/** What of an emptied folder a system needs to find its programs. */
const KEPT = ['/run/current-system'];
/** How long an empty sandbox may take, ms. */
const PROBE_MS = 15_000;

/**
 * The command that runs a program in a sandbox of bubblewrap. `file` is absolute. Rejects with code `no-sandbox` and a
 * sentence wherever there would be less of a wall than `rules` say: nothing ever runs without the one that was asked for.
 */
export async function sandboxed(
  { file, args }: SandboxedProgram,
  { rules, cwd }: { readonly rules: SandboxRules; readonly cwd: string },
): Promise<SandboxedProgram> {
  const { platform } = process;
  if (platform !== 'linux') throw refused('Sandboxes are there on Linux only. Switch the sandbox off.', { platform });
  const bwrap = await findBwrap(rules.bwrap);
  const view = await viewOf(rules, file, args, cwd);
  await probe(bwrap, view.network);
  return { file: bwrap, args: [...sandboxArguments(view), '--', file, ...args] };
}

async function findBwrap(given: string | undefined): Promise<string> {
  for (const file of given === undefined ? BWRAP_PLACES : [given]) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the first one is taken
      await access(file, constants.X_OK);
      return file;
    } catch {
      // Looked for in the next place.
    }
  }
  throw refused(
    'A sandbox needs bubblewrap (bwrap), which is not installed here. Install the package bubblewrap, or switch the sandbox off.',
    { install: 'bubblewrap' },
  );
}

/** An empty sandbox shows whether this system lets one be made at all, and says why not where it does not. */
async function probe(bwrap: string, network: boolean): Promise<void> {
  const nothing = { emptied: ['/tmp'], readable: [], hidden: [], writable: [], frozen: [], cwd: '/' };
  // Of all programs, this one is there.
  const args = [...sandboxArguments({ ...nothing, network }), '--', bwrap, '--version'];
  try {
    await promisify(execFile)(bwrap, args, { env: {}, timeout: PROBE_MS });
  } catch (error) {
    const why = (stderrOf(error).trim() || errorMessage(error)).slice(0, 500);
    throw refused(
      `A sandbox can't be made on this system: ${why}. Let bubblewrap make one, or switch the sandbox off.`,
      { why },
    );
  }
}

function stderrOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
}

async function viewOf(rules: SandboxRules, file: string, args: readonly string[], cwd: string): Promise<SandboxView> {
  const home = await realpath(rules.homeDir).catch(() => rules.homeDir);
  if (!isAbsolute(home) || home === '/') throw refused(`The home folder ${home} can't be closed.`, { home });
  // Made first: the folder that is hidden around it may come into being with it.
  const own = rules.own === undefined ? [] : [await ownFolder(rules.own)];
  const hidden = await presentOf(rules.hidden);
  const closed = [home, ...hidden];
  const readable = await Promise.all(rules.read.map(listed));
  const workspace = rules.workspace === '' ? [] : [await workspaceFolder(rules.workspace, closed)];
  const needed = await presentOf([...(await programPlaces(file, args, cwd, closed)), ...KEPT]);
  const names = rules.network ? await presentOf(['/etc/resolv.conf']) : [];
  return {
    network: rules.network,
    emptied: [...new Set([...(await foldersOf(EMPTIED)), home])],
    readable: [...new Set([...readable, ...needed, ...names])],
    hidden,
    writable: [...workspace, ...own],
    frozen: (await Promise.all(workspace.map(selfStarting))).flat(),
    cwd: await realpath(cwd),
  };
}

async function listed(path: string): Promise<string> {
  if (!isAbsolute(path))
    throw refused(`${path} in its list of readable folders is no absolute path. Correct it.`, { relative: path });
  try {
    return await realpath(path);
  } catch {
    throw refused(`${path} in its list of readable folders is not there. Create it, or take it from the list.`, {
      missing: path,
    });
  }
}

async function ownFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  return realpath(path);
}

async function workspaceFolder(path: string, closed: readonly string[]): Promise<string> {
  const real = await realpath(path).catch(() => {
    throw refused(`The workspace ${path} is not there any more. Pick another in Settings.`, { goneWorkspace: path });
  });
  const [home = '', ...hidden] = closed;
  const holds = isWithin(real, home) || hidden.some((shut) => isWithin(real, shut));
  if (holds) {
    throw refused(
      `The workspace ${path} holds your whole home folder or Gatehouse's own data, so nothing would be closed. Pick a smaller workspace in Settings.`,
      { wideWorkspace: path },
    );
  }
  if (hidden.some((shut) => isWithin(shut, real))) {
    throw refused(`The workspace ${path} lies in Gatehouse's own data. Pick another in Settings.`, {
      innerWorkspace: path,
    });
  }
  return real;
}

/** What in the workspace would run by itself later. Links are left out: what they lead to is closed or frozen by itself. */
async function selfStarting(workspace: string): Promise<readonly string[]> {
  const names = new Set((await readdir(workspace)).map((name) => name.toLowerCase()));
  const places = SELF_STARTING.filter((place) => names.has(place.split('/')[0] ?? ''));
  const found = await Promise.all(
    places.map(async (place) => {
      const path = join(workspace, place);
      const kind = await lstat(path).catch(() => undefined);
      return kind === undefined || kind.isSymbolicLink() || (await realpath(path)) !== path ? [] : [path];
    }),
  );
  return found.flat();
}

async function presentOf(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return real.flatMap((path) => (path === undefined ? [] : [path]));
}

/** Real folders only: `/var/run` is mostly a link to `/run`. */
async function foldersOf(paths: readonly string[]): Promise<readonly string[]> {
  const kinds = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)));
  return paths.filter((_, index) => kinds[index]?.isDirectory() === true);
}

function refused(sentence: string, parts: ToldParts): GatehouseError {
  return new GatehouseError('no-sandbox', sentence, { parts });
}
