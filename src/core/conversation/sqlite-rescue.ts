import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import type { Database } from 'node-sqlite3-wasm';
import type { AgentEvent } from '../../shared/agent-event.js';
import type { MessageId } from '../../shared/conversation.js';
import { type BlobStore, eventOf } from './event-blobs.js';
import { textOf } from './sqlite-row.js';
import { inTransaction } from './sqlite-schema.js';
import { type SearchableText, searchableText } from './searchable-text.js';
import { rescueRequests } from './sqlite-usage.js';

/** What was saved out of a broken file. */
export interface Rescued {
  readonly messages: number;
  readonly chats: number;
}

interface SavedRow {
  readonly conversationId: string;
  readonly seq: number;
  readonly json: string;
  readonly text: SearchableText | undefined;
  /** Messages that a rewind took away. */
  readonly removed: readonly MessageId[];
}

interface Summary {
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Rows that are read at once; where one of them is broken they are read one by one. */
const AT_ONCE = 200;
/** No row takes less. bytes. */
const SMALLEST_ROW = 40;
const TITLE_LENGTH = 60;

/**
 * Reads what can be read out of the broken file `aside` into the new and empty `database`. The broken file is left as it
 * is: a copy is read. Never throws for what is broken.
 */
export function rescue(open: (path: string) => Database, aside: string, blobs: BlobStore, database: Database): Rescued {
  const copy = `${aside}.reading`;
  try {
    copyFileSync(aside, copy);
    if (existsSync(`${aside}-wal`)) copyFileSync(`${aside}-wal`, `${copy}-wal`);
    const source = open(copy);
    try {
      source.exec('PRAGMA locking_mode = EXCLUSIVE');
      const rows = readRows(source, Math.ceil(statSync(aside).size / SMALLEST_ROW), blobs);
      return write(database, rows, source);
    } finally {
      source.close();
    }
  } catch {
    return { messages: 0, chats: 0 };
  } finally {
    for (const suffix of ['', '-wal', '-journal', '.lock'])
      rmSync(`${copy}${suffix}`, { recursive: true, force: true });
  }
}

function readRows(source: Database, most: number, blobs: BlobStore): readonly SavedRow[] {
  const rows: SavedRow[] = [];
  const read = (from: number, count: number): boolean => {
    try {
      const found = source.all(
        'SELECT conversation_id, seq, json FROM events WHERE rowid >= ? AND rowid < ? ORDER BY rowid',
        [from, from + count],
      );
      for (const row of found) {
        const saved = toSaved(row, blobs);
        if (saved !== undefined) rows.push(saved);
      }
      return true;
    } catch {
      return false;
    }
  };
  for (let from = 1; from <= most; from += AT_ONCE) {
    if (read(from, AT_ONCE)) continue;
    for (let at = from; at < from + AT_ONCE; at += 1) read(at, 1);
  }
  return rows;
}

function toSaved(row: ReturnType<Database['all']>[number], blobs: BlobStore): SavedRow | undefined {
  const { conversation_id: conversationId, seq, json } = row;
  if (typeof conversationId !== 'string' || typeof seq !== 'number' || typeof json !== 'string') return undefined;
  const event = parsed(json, blobs);
  if (event === undefined) return undefined;
  const removed = event.type === 'history-rewound' ? event.messageIds : [];
  return { conversationId, seq, json, text: searchableText(event), removed };
}

function parsed(json: string, blobs: BlobStore): AgentEvent | undefined {
  try {
    return eventOf(json, blobs);
  } catch {
    return undefined;
  }
}

/** Titles by id; those that can't be read are made anew. */
function readSummaries(source: Database): ReadonlyMap<string, Summary> {
  try {
    const rows = source.all('SELECT id, title, created_at, updated_at FROM conversations');
    return new Map(
      rows.map((row) => [
        textOf(row, 'id'),
        { title: textOf(row, 'title'), createdAt: Number(row['created_at']), updatedAt: Number(row['updated_at']) },
      ]),
    );
  } catch {
    return new Map();
  }
}

function write(database: Database, rows: readonly SavedRow[], source: Database): Rescued {
  const summaries = readSummaries(source);
  const chats = new Map<string, SavedRow[]>();
  for (const row of rows) {
    const chat = chats.get(row.conversationId);
    if (chat === undefined) chats.set(row.conversationId, [row]);
    else chat.push(row);
  }
  let messages = 0;
  inTransaction(database, () => {
    for (const [id, saved] of chats) messages += writeChat(database, id, saved, summaries.get(id));
    rescueRequests(source, database);
  });
  return { messages, chats: chats.size };
}

/** Gives how many messages it has. */
function writeChat(database: Database, id: string, saved: readonly SavedRow[], summary: Summary | undefined): number {
  const inOrder = saved.toSorted((a, b) => a.seq - b.seq);
  const rewound = new Set(inOrder.flatMap(({ removed }) => removed));
  const texts = inOrder.flatMap(({ text }) => (text === undefined || rewound.has(text.messageId) ? [] : [text]));
  for (const { seq, json } of inOrder) {
    database.run('INSERT OR IGNORE INTO events (conversation_id, seq, json) VALUES (?, ?, ?)', [id, seq, json]);
    for (const [, name = ''] of json.matchAll(/"\$blob":"([0-9a-f]{64})"/gu)) {
      database.run('INSERT OR IGNORE INTO blobs (conversation_id, name) VALUES (?, ?)', [id, name]);
    }
  }
  for (const { messageId, role, at, text } of texts) {
    const values = [id, messageId, role, at, text];
    database.run(
      'INSERT OR IGNORE INTO messages (conversation_id, message_id, role, at, text) VALUES (?, ?, ?, ?, ?)',
      values,
    );
  }
  const [first] = texts;
  const { title, createdAt, updatedAt } = summary ?? {
    title: (first?.text ?? '').replaceAll(/\s+/gu, ' ').slice(0, TITLE_LENGTH),
    createdAt: first?.at ?? 0,
    updatedAt: texts.at(-1)?.at ?? 0,
  };
  const values = [id, title, createdAt, updatedAt];
  database.run('INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, ?, ?)', values);
  return texts.length;
}
