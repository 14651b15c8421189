import { branded } from '../../shared/brand.js';
import type { FileHash } from '../../shared/chat-file.js';
import type { Draft, ListedDraft } from '../../shared/ipc/file-schemas.js';
import type { ServerId } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import type { ServerBook } from '../servers/server-book.js';
import type { DraftBook } from './draft-book.js';
import type { FileShelf } from './file-shelf.js';
import type { HostCommands } from './host.js';

type FileCommands = Pick<HostCommands, Extract<keyof HostCommands, `files.${string}` | `drafts.${string}`>>;

/** Files that are attached, and messages that are not sent yet. */
export function fileCommands({
  shelf,
  drafts,
  servers,
}: {
  readonly shelf: FileShelf;
  readonly drafts: DraftBook;
  readonly servers: Pick<ServerBook, 'find'>;
}): FileCommands {
  return {
    'files.add': async ({ name, bytes }) => {
      if (!(bytes instanceof Uint8Array)) throw new GatehouseError('bad-arguments', 'A file is handed over as bytes.');
      return { file: shelf.add(name, bytes) };
    },
    'files.read': async ({ hash }) => ({ bytes: shelf.bytes(branded<FileHash>(hash)) }),
    'drafts.list': async () => ({ drafts: drafts.list().map((draft) => listed(draft, servers)) }),
    'drafts.set': async ({ conversationId, text, files, resources }) => {
      drafts.set({
        conversationId,
        text,
        files: files.map(({ hash, name }) => shelf.named(hash, name)),
        resources: resources.map((resource) => ({ ...resource, serverId: branded<ServerId>(resource.serverId) })),
      });
      return null;
    },
  };
}

/** With the servers' names as they are now. */
function listed({ resources = [], ...draft }: Draft, servers: Pick<ServerBook, 'find'>): ListedDraft {
  const there = resources.flatMap((resource) => {
    const server = servers.find(resource.serverId);
    return server === undefined ? [] : [{ ...resource, kind: 'resource' as const, serverName: server.name }];
  });
  return { ...draft, resources: there };
}
