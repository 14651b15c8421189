import type { Database, Statement } from 'node-sqlite3-wasm';
import type { AgentEvent } from '../../shared/agent-event.js';

import { branded } from '../../shared/brand.js';
import type { ConversationId, ConversationSummary } from '../../shared/conversation.js';
import type { Notice } from '../../shared/settings.js';
import { GatehouseError } from '../errors.js';
import type { ConversationStore } from './conversation-store.js';
import type { OpenFileOptions } from './sqlite-file.js';
import { openSqliteFile, readable } from './sqlite-file.js';
import { inTransaction } from './sqlite-schema.js';
import { isStoredEvent } from './stored-event.js';

export interface OpenConversationStore extends ConversationStore {
  /** Idempotent. Afterwards every other function throws. */
  close(): void;
}

/**
 * Opens the conversations kept in the SQLite file at `path`, and makes folder and file where they are missing. The file
 * belongs to this process until `close`. `notices` tell of a broken file set aside and of a stale lock that was cleared.
 */
export async function openConversationStore(
  path: string,
  options: OpenFileOptions = {},
): Promise<{ readonly store: OpenConversationStore; readonly notices: readonly Notice[] }> {
  const { database, notices } = await openSqliteFile(path, options);
  return { store: createStore(database, path), notices };
}

type Row = ReturnType<Statement['get']>;

function createStore(database: Database, path: string): OpenConversationStore {
  const prepared = {
    list: database.prepare('SELECT id, title, created_at, updated_at FROM conversations ORDER BY updated_at DESC, id'),
    put: database.prepare(
      `INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         title = excluded.title, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    ),
    append: database.prepare(
      `INSERT INTO events (conversation_id, seq, json)
       SELECT ?1, coalesce(max(seq), 0) + 1, ?2 FROM events WHERE conversation_id = ?1`,
    ),
    events: database.prepare('SELECT seq, json FROM events WHERE conversation_id = ? ORDER BY seq'),
    removeSummary: database.prepare('DELETE FROM conversations WHERE id = ?'),
    removeEvents: database.prepare('DELETE FROM events WHERE conversation_id = ?'),
  };
  const guarded = <T>(work: () => T): T => {
    if (!database.isOpen) throw new GatehouseError('store-closed', `The conversations in ${path} are closed already.`);
    try {
      return work();
    } catch (error) {
      throw readable(error, path);
    }
  };
  return {
    list: () => guarded(() => prepared.list.all().map(toSummary)),
    put: ({ id, title, createdAt, updatedAt }) =>
      guarded(() => {
        prepared.put.run([id, title, createdAt, updatedAt]);
      }),
    append: (id, event) =>
      guarded(() => {
        prepared.append.run([id, JSON.stringify(event)]);
      }),
    events: (id) => guarded(() => prepared.events.all([id]).map((row) => toEvent(row, id))),
    remove: (id) =>
      guarded(() => {
        inTransaction(database, () => {
          prepared.removeSummary.run([id]);
          prepared.removeEvents.run([id]);
        });
      }),
    close: () => {
      if (!database.isOpen) return;
      for (const statement of Object.values(prepared)) statement.finalize();
      database.close();
    },
  };
}

function toSummary(row: Row): ConversationSummary {
  return {
    id: branded<ConversationId>(textOf(row, 'id')),
    title: textOf(row, 'title'),
    createdAt: Number(row?.['created_at']),
    updatedAt: Number(row?.['updated_at']),
  };
}

function toEvent(row: Row, id: ConversationId): AgentEvent {
  const event: unknown = JSON.parse(textOf(row, 'json'));
  if (isStoredEvent(event)) return event;
  throw new GatehouseError(
    'store-broken',
    `Conversation ${id} holds an event that this Gatehouse does not know. Another program changed its file.`,
  );
}

/** A column that the schema makes text. */
function textOf(row: Row, column: string): string {
  const value = row?.[column];
  return typeof value === 'string' ? value : '';
}
