import { branded } from '../../shared/brand.js';
import type { FileHash } from '../../shared/chat-file.js';
import { GatehouseError } from '../errors.js';
import type { ServerBook } from '../servers/server-book.js';
import { keptAttachment, listedAttachment } from './draft-attachments.js';
import type { DraftBook } from './draft-book.js';
import type { EarlierBook } from './earlier-part.js';
import type { FileShelf } from './file-shelf.js';
import type { HeldPrompts } from './held-prompts.js';
import type { HostCommands } from './host.js';

type FileCommands = Pick<HostCommands, Extract<keyof HostCommands, `files.${string}` | `drafts.${string}`>>;

interface FileParts {
  readonly shelf: FileShelf;
  readonly drafts: DraftBook;
  readonly held: HeldPrompts;
  readonly servers: Pick<ServerBook, 'find'>;
  readonly conversations: EarlierBook;
}

/** Files that are attached, and messages that are not sent yet. */
export function fileCommands(parts: FileParts): FileCommands {
  const { shelf, drafts } = parts;
  return {
    'files.add': async ({ name, bytes }) => {
      if (!(bytes instanceof Uint8Array)) throw new GatehouseError('bad-arguments', 'A file is handed over as bytes.');
      return { file: shelf.add(name, bytes) };
    },
    'files.read': async ({ hash }) => ({ bytes: shelf.bytes(branded<FileHash>(hash)) }),
    'drafts.list': async () => ({
      drafts: drafts.list().map(({ conversationId, text, attachments }) => ({
        conversationId,
        text,
        attachments: attachments.flatMap((kept) => listedAttachment(kept, parts)),
      })),
    }),
    'drafts.set': async ({ conversationId, text, attachments }) => {
      drafts.set({ conversationId, text, attachments: attachments.flatMap((one) => keptAttachment(one, parts)) });
      return null;
    },
  };
}
