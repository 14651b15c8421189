import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../../shared/json.js';
import { GatehouseError } from '../errors.js';
import { type AuditDisk, type AuditFile, auditFileNumber, type AuditHead, type AuditHeads } from './audit-disk.js';

/** Only the user may read what Gatehouse stores. */
const FILE_MODE = 0o600;
/** So long is waited for another process that writes, ms; it takes a few. */
const LOCK_WAIT = 3_000;
/** A lock that is older was left behind. ms. */
const LOCK_AGE = 30_000;
const PAUSE = 5;

/** The record in a folder of files, with its checkpoint beside the folder. */
export class AuditFolder implements AuditDisk {
  readonly heads: AuditHeads;
  readonly #folder: string;

  /** `dataFolder` is absolute; what is missing is made with the first record. */
  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'audit');
    this.heads = new HeadFile(join(dataFolder, 'audit-head.json'));
  }

  files(): readonly AuditFile[] {
    return this.#names()
      .filter((name) => auditFileNumber(name) !== undefined)
      .toSorted((a, b) => (auditFileNumber(a) ?? 0) - (auditFileNumber(b) ?? 0))
      .map((name) => ({ name, size: statSync(join(this.#folder, name)).size }));
  }

  read(name: string, from: number, length: number): Buffer {
    const fd = openSync(join(this.#folder, name), 'r');
    try {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(fd, bytes, 0, length, from));
    } finally {
      closeSync(fd);
    }
  }

  append(name: string, text: string): void {
    const fd = openSync(join(this.#folder, name), 'a', FILE_MODE);
    try {
      const { size } = fstatSync(fd);
      const bytes = Buffer.from(text, 'utf8');
      try {
        for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
        fdatasyncSync(fd);
      } catch (error) {
        // A full disk took a piece of the line: it goes again, so that the next record can follow.
        ftruncateSync(fd, size);
        throw error;
      }
    } finally {
      closeSync(fd);
    }
  }

  setAside(name: string, from: number): void {
    const path = join(this.#folder, name);
    const rest = this.read(name, from, statSync(path).size - from);
    writeFileSync(join(this.#folder, `${name}.torn-${randomUUID()}`), rest, { mode: FILE_MODE });
    const fd = openSync(path, 'r+');
    try {
      ftruncateSync(fd, from);
      fdatasyncSync(fd);
    } finally {
      closeSync(fd);
    }
  }

  exclusively<T>(work: () => T): T {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const lock = join(this.#folder, 'lock');
    takeLock(lock);
    try {
      return work();
    } finally {
      rmSync(lock, { force: true });
    }
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return [];
      throw error;
    }
  }
}

/** The checkpoint, replaced whole. */
class HeadFile implements AuditHeads {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  load(): AuditHead | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
      if (!isJsonObject(value)) return undefined;
      const { seq, hash } = value;
      return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined;
    } catch {
      // Missing or unreadable is one and the same: nothing tells where the record ended.
      return undefined;
    }
  }

  save({ seq, hash }: AuditHead): void {
    const next = `${this.#path}.next`;
    const fd = openSync(next, 'w', FILE_MODE);
    try {
      writeSync(fd, `${JSON.stringify({ version: 1, seq, hash })}\n`);
      fdatasyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(next, this.#path);
  }
}

/** The app and the terminal may write at the same time. The work in the lock takes milliseconds. */
function takeLock(path: string): void {
  const end = Date.now() + LOCK_WAIT;
  // Written first and then put in place: a kill in between must not leave a lock that names no owner.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid), { mode: FILE_MODE });
  try {
    waitFor(path, own, end);
  } finally {
    rmSync(own, { force: true });
  }
}

function waitFor(path: string, own: string, end: number): void {
  for (;;) {
    try {
      put(own, path);
      return;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    if (isLeftBehind(path)) {
      // Renamed first: of several that found it, one takes it away.
      const gone = `${path}.${randomUUID()}`;
      try {
        renameSync(path, gone);
        rmSync(gone, { force: true });
      } catch (error) {
        if (!isCode(error, 'ENOENT')) throw error;
      }
    } else if (Date.now() > end) {
      const message = `another process holds ${path}. Remove the file if no Gatehouse runs.`;
      throw new GatehouseError('record-locked', message, { parts: { path } });
    } else {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** Throws with `EEXIST` where there is one already. */
function put(own: string, path: string): void {
  try {
    linkSync(own, path);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw error;
    // Some file systems know no second name for a file.
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: FILE_MODE });
  }
}

function isLeftBehind(path: string): boolean {
  try {
    const owner = Number(readFileSync(path, 'utf8'));
    if (Date.now() - statSync(path).mtimeMs > LOCK_AGE) return true;
    return Number.isSafeInteger(owner) && owner > 0 && !isAlive(owner);
  } catch {
    return false; // it is free by now
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isCode(error, 'ESRCH');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
