import type { Database } from 'node-sqlite3-wasm';
import { GatehouseError } from '../errors.js';

/** Each step takes the file from its index to the next `user_version`. Steps are only ever added. */
const MIGRATIONS: readonly string[] = [
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
];

/** Brings the file to the newest version, in one transaction. Refuses a file of a newer Gatehouse. */
export function migrate(database: Database): void {
  const found = Number(database.get('PRAGMA user_version')?.['user_version']);
  if (found > MIGRATIONS.length) {
    throw new GatehouseError(
      'store-too-new',
      `The conversations were written by a newer Gatehouse (format ${found}; this one reads up to ${MIGRATIONS.length}). Update Gatehouse.`,
    );
  }
  if (found === MIGRATIONS.length) return;
  inTransaction(database, () => {
    for (const step of MIGRATIONS.slice(found)) database.exec(step);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
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
