import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Only the user may read what Gatehouse stores. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const HASH = /^[0-9a-f]{64}$/u;

/** The long texts of the conversations in the file at `path`. */
export function blobFolder(path: string): BlobFolder {
  return new BlobFolder(`${path}-blobs`);
}

/** Long texts and files, named after their SHA-256 (hex), so that the same one is kept once. */
export class BlobFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Durable when it returns. Gives the hash. */
  write(text: string): string {
    return this.writeBytes(Buffer.from(text, 'utf8'));
  }

  /** As `write`. */
  writeBytes(bytes: Uint8Array): string {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const path = this.#pathOf(hash);
    if (existsSync(path)) return hash;
    mkdirSync(join(this.#folder, hash.slice(0, 2)), { recursive: true, mode: FOLDER_MODE });
    const aside = `${path}.${randomUUID()}`;
    const file = openSync(aside, 'wx', FILE_MODE);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(aside, path);
    return hash;
  }

  /** The text, or undefined where the file is gone or is not what its name says. */
  read(hash: string): string | undefined {
    return this.readBytes(hash)?.toString('utf8');
  }

  /** As `read`. */
  readBytes(hash: string): Buffer | undefined {
    if (!HASH.test(hash) || !existsSync(this.#pathOf(hash))) return undefined;
    const bytes = readFileSync(this.#pathOf(hash));
    const found = createHash('sha256').update(bytes).digest('hex');
    return found === hash ? bytes : undefined;
  }

  remove(hash: string): void {
    if (HASH.test(hash)) rmSync(this.#pathOf(hash), { force: true });
  }

  #pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }
}
