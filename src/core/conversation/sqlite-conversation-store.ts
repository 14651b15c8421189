import type { Database, Statement } from 'node-sqlite3-wasm';
import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { FileHash } from '../../shared/chat-file.js';
import type { ConversationId, ConversationSummary } from '../../shared/conversation.js';
import { type RequestUsage, usageOfEvent } from '../../shared/request-usage.js';
import type { Notice } from '../../shared/settings.js';
import { GatehouseError } from '../errors.js';
import { type BlobFolder, blobFolder } from './blob-folder.js';
import type { ConversationStore } from './conversation-store.js';
import { eventOf, storedJson } from './event-blobs.js';
import { searchableText } from './searchable-text.js';
import { SqliteFiles } from './sqlite-files.js';
import type { OpenFileOptions } from './sqlite-file.js';
import { openSqliteFile, readable } from './sqlite-file.js';
import { type Row, textOf } from './sqlite-row.js';
import { inTransaction } from './sqlite-schema.js';
import { SqliteSearch } from './sqlite-search.js';
import { SqliteUsage } from './sqlite-usage.js';

export interface OpenConversationStore extends ConversationStore {
  /** Idempotent. Afterwards every other function throws. */
  close(): void;
}

/**
 * Opens the conversations kept in the SQLite file at `path`, and makes folder and file where they are missing. Long texts
 * are files in the folder `<path>-blobs`. Both belong to this process until `close`. `notices` tell of a broken file set
 * aside and of a stale lock that was cleared.
 */
export async function openConversationStore(
  path: string,
  options: OpenFileOptions = {},
): Promise<{ readonly store: OpenConversationStore; readonly notices: readonly Notice[] }> {
  const { database, notices } = await openSqliteFile(path, options);
  return { store: new SqliteConversationStore(database, path), notices };
}

class SqliteConversationStore implements OpenConversationStore {
  readonly #database: Database;
  readonly #path: string;
  readonly #blobs: BlobFolder;
  readonly #search: SqliteSearch;
  readonly #files: SqliteFiles;
  readonly #usage: SqliteUsage;
  readonly #prepared: ReturnType<typeof prepareAll>;

  constructor(database: Database, path: string) {
    this.#database = database;
    this.#path = path;
    this.#blobs = blobFolder(path);
    this.#search = new SqliteSearch(database);
    this.#files = new SqliteFiles(database, this.#blobs);
    this.#usage = new SqliteUsage(database);
    this.#prepared = prepareAll(database);
  }

  list(): readonly ConversationSummary[] {
    return this.#guarded(() => this.#prepared.list.all().map(toSummary));
  }

  put({ id, title, createdAt, updatedAt, pinned, deletedAt }: ConversationSummary): void {
    this.#guarded(() =>
      this.#prepared.put.run([id, title, createdAt, updatedAt, pinned === true ? 1 : 0, deletedAt ?? null]),
    );
  }

  append(id: ConversationId, event: AgentEvent): void {
    this.#guarded(() => {
      // Files first: a row never names one that is not there.
      const row = storedJson(event, this.#blobs);
      const request = usageOfEvent(event);
      inTransaction(this.#database, () => {
        this.#appendRow(id, { ...row, event });
        if (request !== undefined) this.#usage.add(request);
      });
    });
  }

  appendAll(id: ConversationId, events: readonly AgentEvent[]): void {
    this.#guarded(() => {
      const rows = events.map((event) => ({ ...storedJson(event, this.#blobs), event }));
      inTransaction(this.#database, () => {
        for (const row of rows) this.#appendRow(id, row);
      });
    });
  }

  events(id: ConversationId): readonly AgentEvent[] {
    return this.#guarded(() => this.#prepared.events.all([id]).map((row) => this.#toEvent(row, id)));
  }

  search(words: readonly string[], limit: number): ReturnType<ConversationStore['search']> {
    return this.#guarded(() => this.#search.find(words, limit));
  }

  count(request: RequestUsage): void {
    this.#guarded(() => this.#usage.add(request));
  }

  usage(bounds: readonly number[]): ReturnType<ConversationStore['usage']> {
    return this.#guarded(() => this.#usage.between(bounds));
  }

  remove(id: ConversationId): void {
    this.#guarded(() => {
      const names = this.#prepared.blobs.all([id]).map((row) => textOf(row, 'name'));
      inTransaction(this.#database, () => {
        for (const statement of this.#prepared.removals) statement.run([id]);
      });
      for (const name of names) if (this.#prepared.blobUse.get([name]) === null) this.#blobs.remove(name);
    });
  }

  addFile(bytes: Uint8Array): FileHash {
    return this.#guarded(() => this.#files.add(bytes));
  }

  file(hash: FileHash): Uint8Array | undefined {
    return this.#guarded(() => this.#blobs.readBytes(hash));
  }

  releaseFiles(keep: ReadonlySet<FileHash>): void {
    this.#guarded(() => this.#files.release(keep));
  }

  close(): void {
    if (!this.#database.isOpen) return;
    const { removals, ...statements } = this.#prepared;
    for (const statement of [...removals, ...Object.values(statements)]) statement.finalize();
    this.#search.close();
    this.#files.close();
    this.#usage.close();
    this.#database.close();
  }

  #appendRow(
    id: ConversationId,
    { json, names, event }: { readonly json: string; readonly names: readonly string[]; readonly event: AgentEvent },
  ): void {
    this.#prepared.append.run([id, json]);
    for (const name of names) this.#prepared.addBlob.run([id, name]);
    const found = searchableText(event);
    if (found !== undefined) this.#search.add(id, found);
    if (event.type === 'history-rewound') this.#search.remove(id, event.messageIds);
  }

  #toEvent(row: Row, id: ConversationId): AgentEvent {
    const event = eventOf(textOf(row, 'json'), this.#blobs);
    if (event !== undefined) return event;
    throw new GatehouseError(
      'store-broken',
      `Conversation ${id} holds an event that this Gatehouse does not know. Another program changed its file.`,
    );
  }

  #guarded<T>(work: () => T): T {
    if (!this.#database.isOpen) {
      throw new GatehouseError('store-closed', `The conversations in ${this.#path} are closed already.`);
    }
    try {
      return work();
    } catch (error) {
      throw readable(error, this.#path);
    }
  }
}

function prepareAll(database: Database) {
  const removal = (table: string, column: string): Statement =>
    database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`);
  return {
    list: database.prepare(
      `SELECT id, title, created_at, updated_at, pinned, deleted_at FROM conversations ORDER BY updated_at DESC, id`,
    ),
    put: database.prepare(
      `INSERT INTO conversations (id, title, created_at, updated_at, pinned, deleted_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         title = excluded.title, created_at = excluded.created_at, updated_at = excluded.updated_at,
         pinned = excluded.pinned, deleted_at = excluded.deleted_at`,
    ),
    append: database.prepare(
      `INSERT INTO events (conversation_id, seq, json)
       SELECT ?1, coalesce(max(seq), 0) + 1, ?2 FROM events WHERE conversation_id = ?1`,
    ),
    events: database.prepare('SELECT seq, json FROM events WHERE conversation_id = ? ORDER BY seq'),
    addBlob: database.prepare('INSERT OR IGNORE INTO blobs (conversation_id, name) VALUES (?, ?)'),
    blobs: database.prepare('SELECT name FROM blobs WHERE conversation_id = ?'),
    blobUse: database.prepare('SELECT 1 FROM blobs WHERE name = ? LIMIT 1'),
    removals: [
      removal('conversations', 'id'),
      removal('events', 'conversation_id'),
      removal('messages', 'conversation_id'),
      removal('blobs', 'conversation_id'),
    ],
  };
}

function toSummary(row: Row): ConversationSummary {
  const deletedAt = row?.['deleted_at'];
  return {
    id: branded<ConversationId>(textOf(row, 'id')),
    title: textOf(row, 'title'),
    createdAt: Number(row?.['created_at']),
    updatedAt: Number(row?.['updated_at']),
    ...(Number(row?.['pinned']) === 1 && { pinned: true }),
    ...(deletedAt != null && { deletedAt: Number(deletedAt) }),
  };
}
