import { branded } from '../../shared/brand.js';
import type { FileHash } from '../../shared/chat-file.js';
import { GatehouseError } from '../errors.js';
import type { DraftBook } from './draft-book.js';
import type { FileShelf } from './file-shelf.js';
import type { HostCommands } from './host.js';

type FileCommands = Pick<HostCommands, Extract<keyof HostCommands, `files.${string}` | `drafts.${string}`>>;

/** Files that are attached, and messages that are not sent yet. */
export function fileCommands({
  shelf,
  drafts,
}: {
  readonly shelf: FileShelf;
  readonly drafts: DraftBook;
}): FileCommands {
  return {
    'files.add': async ({ name, bytes }) => {
      if (!(bytes instanceof Uint8Array)) throw new GatehouseError('bad-arguments', 'A file is handed over as bytes.');
      return { file: shelf.add(name, bytes) };
    },
    'files.read': async ({ hash }) => ({ bytes: shelf.bytes(branded<FileHash>(hash)) }),
    'drafts.list': async () => ({ drafts: drafts.list() }),
    'drafts.set': async ({ conversationId, text, files }) => {
      drafts.set({ conversationId, text, files: files.map(({ hash, name }) => shelf.named(hash, name)) });
      return null;
    },
  };
}
