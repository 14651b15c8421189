import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { CommandOutput } from '../../shared/ipc/contract.js';
import { type CHAT_DOCUMENT, chatDocument } from '../conversation/chat-document.js';
import { chatMarkdown } from '../conversation/chat-markdown.js';
import { readChatDocument } from '../conversation/read-chat-document.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { compileValidator, OWN_SCHEMAS } from '../schema/validator.js';
import type { Redactor } from '../secrets/redactor.js';
import type { ConversationBook } from './conversation-book.js';
import { fileName } from './file-name.js';
import type { FileShelf } from './file-shelf.js';
import type { Desk } from './ports.js';

export interface TransferParts {
  readonly book: ConversationBook;
  readonly desk: Desk;
  readonly redactor: Redactor;
  readonly shelf: FileShelf;
  readonly newId: () => string;
}

/** Only the user may read what Gatehouse writes. */
const FILE_MODE = 0o600;
/** The largest file that is read, bytes. */
const LARGEST = 100 * 1024 * 1024;

/** Writes a chat where the user says, as Markdown to be read or as JSON to be taken in again; without known secrets. */
export async function exportChat(
  id: string,
  format: 'markdown' | 'json',
  { book, desk, redactor, shelf }: TransferParts,
): Promise<CommandOutput<'conversations.export'>> {
  const summary = book.get(id);
  const ending = format === 'json' ? 'json' : 'md';
  const path = await desk.pickSaveFile(`${fileName(summary.title, 'chat')}.${ending}`);
  if (path === undefined) throw new GatehouseError('cancelled', 'The chat was not exported.');
  const state = book.state(summary.id);
  const text =
    format === 'json'
      ? `${JSON.stringify(
          chatDocument(summary, state, {
            redact: (value) => redactor.json(value),
            readFile: (hash) => shelf.find(hash),
          }),
          undefined,
          2,
        )}\n`
      : chatMarkdown(summary, state, (said) => redactor.text(said));
  try {
    writeFileSync(path, text, { mode: FILE_MODE });
  } catch (error) {
    throw new GatehouseError('not-exported', `${path} can't be written: ${errorMessage(error)}`, { cause: error });
  }
  return { path };
}

/** Takes in a chat that was exported as JSON. It is another chat: what was allowed in the former one holds nothing. */
export async function importChat(parts: TransferParts): Promise<CommandOutput<'conversations.import'>> {
  const { book, desk, newId, shelf } = parts;
  const path = await desk.pickOpenFile();
  if (path === undefined) throw new GatehouseError('cancelled', 'No chat was imported.');
  const { title, createdAt, events } = readChatDocument(read(path), {
    check,
    newId,
    addFile: (name, bytes) => shelf.add(name, bytes),
  });
  return { id: book.add(title, createdAt, events) };
}

function check(schema: typeof CHAT_DOCUMENT, value: unknown): string | undefined {
  return compileValidator(schema, OWN_SCHEMAS)(value);
}

function read(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > LARGEST) {
      throw new GatehouseError('bad-chat-file', `${path} is larger than ${LARGEST / 1_048_576} MB.`);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof GatehouseError) throw error;
    throw new GatehouseError('bad-chat-file', `${path} can't be read: ${errorMessage(error)}`, { cause: error });
  }
}
