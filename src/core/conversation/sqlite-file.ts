import { existsSync, mkdirSync, renameSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Database } from 'node-sqlite3-wasm';
import type { Notice } from '../../shared/settings.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { blobFolder } from './blob-folder.js';
import { rescue, type Rescued } from './sqlite-rescue.js';
import { migrate, schemaVersion, SCHEMA_VERSION } from './sqlite-schema.js';

export interface OpenFileOptions {
  /**
   * Removes the lock folder that a killed process left behind. Only for a caller that holds the single-instance lock:
   * otherwise it would take the file from a process that is alive.
   */
  readonly clearStaleLock?: boolean;
  /** When a broken file is set aside, for its new name. Default: now. */
  readonly now?: () => Date;
}

/** A file up to this size is checked whole at every start: that takes some 30 ms. Larger ones only after a bad end. bytes. */
const ALWAYS_CHECKED = 8 * 1024 * 1024;

/**
 * Opens or makes the database at `path`. A broken file is never written to: it is renamed to `<path>.broken-<time>`, a new
 * one is made of what can still be read, and a notice says so. A file of an older Gatehouse is copied to
 * `<path>.format-<n>.bak` before it is changed. Throws a `GatehouseError` where the file can't be used.
 */
export async function openSqliteFile(
  path: string,
  options: OpenFileOptions = {},
): Promise<{ readonly database: Database; readonly notices: readonly Notice[] }> {
  const open = await databaseOpener();
  const notices: Notice[] = [];
  try {
    mkdirSync(dirname(path), { recursive: true });
    const locked = existsSync(lockOf(path));
    if (locked && options.clearStaleLock === true) {
      rmdirSync(lockOf(path));
      notices.push(lockNotice(path));
    }
    // After a clean end there is neither; only then the check of a large file (170 ms for 50 MB) is not worth it.
    const unclean = locked || existsSync(`${path}-wal`);
    const small = existsSync(path) && statSync(path).size <= ALWAYS_CHECKED;
    try {
      return { database: openChecked(open, path, unclean || small), notices };
    } catch (error) {
      if (!isBroken(error)) throw error;
      const aside = setAside(path, options.now?.() ?? new Date());
      const database = openChecked(open, path, false);
      notices.push(brokenNotice(path, aside, rescue(open, aside, blobFolder(path), database)));
      return { database, notices };
    }
  } catch (error) {
    throw readable(error, path);
  }
}

/** What a failing statement means to a person. */
export function readable(error: unknown, path: string): GatehouseError {
  if (error instanceof GatehouseError) return error;
  const reason = errorMessage(error);
  if (reason.includes('database is locked')) {
    const message =
      `The conversations in ${path} are in use by another process. Close it and try again; ` +
      `if none is running, remove the folder ${lockOf(path)}.`;
    return new GatehouseError('store-locked', message, { cause: error, parts: { path, lock: lockOf(path) } });
  }
  const message = `The conversations in ${path} could not be read or written (${reason}). Check the disk and the folder's permissions.`;
  return new GatehouseError('store-failed', message, { cause: error, parts: { path, why: reason } });
}

/**
 * How much a WebAssembly function runs, in about the bytes of its code, before V8 compiles it anew with its optimizing
 * compiler. By V8's own measure the interpreter of SQLite is compiled at every start, which takes a second of CPU and is
 * not earned back by what a chat asks of a database.
 */
const OPTIMIZE_AFTER = 2_000_000_000;

/** Loaded when first needed: compiling the WebAssembly takes about 0.1 s that the start of the app need not wait for. */
async function databaseOpener(): Promise<(path: string) => Database> {
  setFlagsFromString(`--wasm-tiering-budget=${OPTIMIZE_AFTER}`);
  const sqlite = await import('node-sqlite3-wasm');
  const Constructor = sqlite.Database ?? sqlite.default.Database;
  return (path) => new Constructor(path);
}

function openChecked(open: (path: string) => Database, path: string, checked: boolean): Database {
  const database = open(path);
  try {
    // This build has no shared memory, so WAL needs the lock for itself; it is held until close. A commit is then one
    // fsync of the log, a third of the time of a rollback journal, and survives a power cut.
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    const mode = database.get('PRAGMA journal_mode = WAL');
    database.exec(mode?.['journal_mode'] === 'wal' ? 'PRAGMA synchronous = FULL' : 'PRAGMA synchronous = EXTRA');
    if (checked) check(database);
    const found = schemaVersion(database);
    if (found > 0 && found < SCHEMA_VERSION) backUp(database, `${path}.format-${found}.bak`);
    migrate(database, found);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** One copy of each format is kept: an older Gatehouse can be given it back. */
function backUp(database: Database, copy: string): void {
  if (existsSync(copy)) return;
  // Written aside first: a copy that was cut is none.
  rmSync(`${copy}.new`, { force: true });
  database.run('VACUUM INTO ?', [`${copy}.new`]);
  renameSync(`${copy}.new`, copy);
}

function check(database: Database): void {
  const verdict = database.get('PRAGMA quick_check')?.['quick_check'];
  if (verdict !== 'ok') throw new Error(`database disk image is malformed: ${JSON.stringify(verdict)}`);
}

function isBroken(error: unknown): boolean {
  return /not a database|malformed|corrupt/i.test(errorMessage(error));
}

function setAside(path: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
  let aside = `${path}.broken-${stamp}`;
  for (let n = 2; existsSync(aside); n += 1) aside = `${path}.broken-${stamp}-${n}`;
  renameSync(path, aside);
  // The log belongs to the broken file, not to the new one.
  for (const suffix of ['-wal', '-journal']) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  }
  return aside;
}

function lockOf(path: string): string {
  return `${path}.lock`;
}

function brokenNotice(path: string, aside: string, { messages, chats }: Rescued): Notice {
  const saved =
    messages === 0
      ? 'Nothing in it could be read, so a new one was started.'
      : `A new one was started with what could still be read: ${messages} messages in ${chats} chats.`;
  return {
    id: `conversations-broken:${aside}`,
    code: 'conversations-broken',
    message: `The conversations in ${path} are damaged. The file was kept as ${aside}. ${saved}`,
    parts: { path, aside, ...(messages === 0 ? {} : { messages: String(messages), chats: String(chats) }) },
  };
}

function lockNotice(path: string): Notice {
  return {
    id: 'conversations-lock-cleared',
    code: 'conversations-lock-cleared',
    message: `Gatehouse did not end properly last time. The lock it left on ${path} was cleared; no stored message is lost.`,
    parts: { path },
  };
}
