import type { Database, Statement } from 'node-sqlite3-wasm';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId } from '../../shared/conversation.js';
import type { FoundMessage } from './conversation-store.js';
import { type Row, textOf } from './sqlite-row.js';
import type { SearchableText } from './searchable-text.js';

/** The index knows groups of three characters; a shorter word, as many are in Chinese, is looked for in every text. */
const SHORTEST_INDEXED = 3;
/** A search has so many words at most; more would narrow nothing that a person looks for. */
const MOST_WORDS = 8;

const FOUND = `SELECT m.conversation_id, m.message_id, m.role, m.at, m.text FROM`;
const SHOWN = `CROSS JOIN conversations c ON c.id = m.conversation_id AND c.deleted_at IS NULL`;

/** The words of all messages, kept in the same file as the events that they come from. */
export class SqliteSearch {
  readonly #database: Database;
  readonly #add: Statement;
  readonly #remove: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#add = database.prepare(
      'INSERT OR IGNORE INTO messages (conversation_id, message_id, role, at, text) VALUES (?, ?, ?, ?, ?)',
    );
    this.#remove = database.prepare('DELETE FROM messages WHERE conversation_id = ? AND message_id = ?');
  }

  add(id: ConversationId, { messageId, role, at, text }: SearchableText): void {
    this.#add.run([id, messageId, role, at, text]);
  }

  remove(id: ConversationId, messageIds: readonly MessageId[]): void {
    for (const messageId of messageIds) this.#remove.run([id, messageId]);
  }

  /** Messages that hold every word, whatever its case; the last written first. */
  find(words: readonly string[], limit: number): readonly FoundMessage[] {
    const asked = words.filter((word) => word !== '').slice(0, MOST_WORDS);
    if (asked.length === 0) return [];
    const indexed = asked.filter((word) => Array.from(word).length >= SHORTEST_INDEXED);
    const short = asked.filter((word) => !indexed.includes(word));
    const contains = short.map(() => 'instr(lower(m.text), ?) > 0');
    // Both tables give their rows by number, so that a search for what stands in every message ends with the first hits
    // in place of sorting all. `CROSS JOIN` keeps the first table the outer one.
    const [from, newest] =
      indexed.length > 0
        ? [`messages_fts f CROSS JOIN messages m ON m.id = f.rowid ${SHOWN} WHERE messages_fts MATCH ?`, 'f.rowid']
        : [`messages m ${SHOWN} WHERE 1`, 'm.id'];
    const sql = `${FOUND} ${[from, ...contains].join(' AND ')} ORDER BY ${newest} DESC LIMIT ?`;
    const match = indexed.length > 0 ? [indexed.map(phrase).join(' AND ')] : [];
    return this.#database.all(sql, [...match, ...short.map(asciiLower), limit]).map(toFound);
  }

  close(): void {
    this.#add.finalize();
    this.#remove.finalize();
  }
}

/** Inside quotes nothing of the query language means anything. */
function phrase(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** As `lower` of SQLite, which knows no other letters. */
function asciiLower(word: string): string {
  return word.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

function toFound(row: Row): FoundMessage {
  return {
    conversationId: branded<ConversationId>(textOf(row, 'conversation_id')),
    messageId: branded<MessageId>(textOf(row, 'message_id')),
    role: row?.['role'] === 'user' ? 'user' : 'assistant',
    at: Number(row?.['at']),
    text: textOf(row, 'text'),
  };
}
