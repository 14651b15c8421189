import type { Database, Statement } from 'node-sqlite3-wasm';
import { branded } from '../../shared/brand.js';
import type { FileHash } from '../../shared/chat-file.js';
import type { BlobFolder } from './blob-folder.js';
import { textOf } from './sqlite-row.js';

/** Whose a file is that no event names yet. */
const NOBODY = '';

/** Files that were handed over for messages: blobs like any other, that belong to nobody until an event names them. */
export class SqliteFiles {
  readonly #blobs: BlobFolder;
  readonly #prepared: Readonly<Record<'add' | 'unsent' | 'drop' | 'use', Statement>>;

  constructor(database: Database, blobs: BlobFolder) {
    this.#blobs = blobs;
    this.#prepared = {
      add: database.prepare('INSERT OR IGNORE INTO blobs (conversation_id, name) VALUES (?, ?)'),
      unsent: database.prepare('SELECT name FROM blobs WHERE conversation_id = ?'),
      drop: database.prepare('DELETE FROM blobs WHERE conversation_id = ? AND name = ?'),
      use: database.prepare('SELECT 1 FROM blobs WHERE name = ? LIMIT 1'),
    };
  }

  add(bytes: Uint8Array): FileHash {
    const hash = this.#blobs.writeBytes(bytes);
    this.#prepared.add.run([NOBODY, hash]);
    return branded<FileHash>(hash);
  }

  /** Those that belong to nobody go, but for `keep`. */
  release(keep: ReadonlySet<FileHash>): void {
    for (const row of this.#prepared.unsent.all([NOBODY])) {
      const name = textOf(row, 'name');
      if (keep.has(branded<FileHash>(name))) continue;
      this.#prepared.drop.run([NOBODY, name]);
      if (this.#prepared.use.get([name]) === null) this.#blobs.remove(name);
    }
  }

  close(): void {
    for (const statement of Object.values(this.#prepared)) statement.finalize();
  }
}
