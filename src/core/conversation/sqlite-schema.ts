import type { Database } from 'node-sqlite3-wasm';
import { GatehouseError } from '../errors.js';
import { textOf } from './sqlite-row.js';
import { isStoredEvent } from './stored-event.js';
import { searchableText } from './searchable-text.js';
import { countStoredRequests, FIRST_COLUMNS } from './sqlite-usage.js';

/** Each step takes the file from its index to the next `user_version`. Steps are only ever added. */
const MIGRATIONS: readonly ((database: Database) => void)[] = [
  (database) =>
    database.exec(
      `CREATE TABLE conversations (
         id TEXT PRIMARY KEY,
         title TEXT NOT NULL,
         created_at INTEGER NOT NULL,
         updated_at INTEGER NOT NULL
       );
       CREATE TABLE events (
         conversation_id TEXT NOT NULL,
         seq INTEGER NOT NULL,
         json TEXT NOT NULL,
         PRIMARY KEY (conversation_id, seq)
       );`,
    ),
  (database) => {
    database.exec(
      `ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
       ALTER TABLE conversations ADD COLUMN deleted_at INTEGER;
       CREATE TABLE blobs (
         conversation_id TEXT NOT NULL,
         name TEXT NOT NULL,
         PRIMARY KEY (conversation_id, name)
       );
       CREATE INDEX blobs_by_name ON blobs (name);
       CREATE TABLE messages (
         id INTEGER PRIMARY KEY,
         conversation_id TEXT NOT NULL,
         message_id TEXT NOT NULL,
         role TEXT NOT NULL,
         at INTEGER NOT NULL,
         text TEXT NOT NULL,
         UNIQUE (conversation_id, message_id)
       );
       CREATE VIRTUAL TABLE messages_fts USING fts5(text, tokenize = 'trigram', content = 'messages', content_rowid = 'id');
       CREATE TRIGGER messages_added AFTER INSERT ON messages BEGIN
         INSERT INTO messages_fts (rowid, text) VALUES (new.id, new.text);
       END;
       CREATE TRIGGER messages_removed AFTER DELETE ON messages BEGIN
         INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.id, old.text);
       END;`,
    );
    indexStoredMessages(database);
  },
  (database) => {
    // By time, since that is what is asked for. It names no conversation: what is left of a removed one says nothing of it.
    database.exec(
      `CREATE TABLE requests (
         at INTEGER NOT NULL,
         id TEXT NOT NULL,
         model TEXT NOT NULL,
         input_tokens INTEGER NOT NULL,
         output_tokens INTEGER NOT NULL,
         cache_read_tokens INTEGER NOT NULL,
         cache_write_tokens INTEGER NOT NULL,
         PRIMARY KEY (at, id)
       ) WITHOUT ROWID`,
    );
    countStoredRequests(database, FIRST_COLUMNS);
  },
  // Before this one only answers and summaries in chats were counted.
  (database) => database.exec(`ALTER TABLE requests ADD COLUMN kind TEXT NOT NULL DEFAULT 'chat'`),
];

/** The format that this Gatehouse writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The format of a file; 0: it has just been made. Throws where a newer Gatehouse wrote it. */
export function schemaVersion(database: Database): number {
  const found = Number(database.get('PRAGMA user_version')?.['user_version']);
  if (found <= SCHEMA_VERSION) return found;
  throw new GatehouseError(
    'store-too-new',
    `The conversations were written by a newer Gatehouse (format ${found}; this one reads up to ${SCHEMA_VERSION}). Update Gatehouse.`,
  );
}

/** Brings the file from the version that was found to the newest, in one transaction. */
export function migrate(database: Database, found: number): void {
  if (found === SCHEMA_VERSION) return;
  inTransaction(database, () => {
    for (const step of MIGRATIONS.slice(found)) step(database);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}

/** All or nothing. */
export function inTransaction(database: Database, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Files of the first format had no search. */
function indexStoredMessages(database: Database): void {
  const rows = database.prepare('SELECT conversation_id, json FROM events ORDER BY rowid');
  const insert = database.prepare(
    'INSERT OR IGNORE INTO messages (conversation_id, message_id, role, at, text) VALUES (?, ?, ?, ?, ?)',
  );
  try {
    for (const row of rows.iterate()) {
      const event: unknown = JSON.parse(textOf(row, 'json'));
      const found = isStoredEvent(event) ? searchableText(event) : undefined;
      if (found === undefined) continue;
      insert.run([textOf(row, 'conversation_id'), found.messageId, found.role, found.at, found.text]);
    }
  } finally {
    rows.finalize();
    insert.finalize();
  }
}
