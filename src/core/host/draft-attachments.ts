import type { Attachment } from '../../shared/attachment.js';
import { assertNever } from '../../shared/assert-never.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId } from '../../shared/conversation.js';
import type { AttachmentInput } from '../../shared/ipc/file-schemas.js';
import type { ServerId } from '../../shared/server.js';
import type { ServerBook } from '../servers/server-book.js';
import type { KeptAttachment } from './draft-book.js';
import { type EarlierBook, earlierPart } from './earlier-part.js';
import type { FileShelf } from './file-shelf.js';
import type { HeldPrompts } from './held-prompts.js';

/** An attachment with what outlives the app of it; none for a prompt that nobody holds. Throws `file-lost`. */
export function keptAttachment(
  attachment: AttachmentInput,
  { shelf, held }: { readonly shelf: Pick<FileShelf, 'named'>; readonly held: Pick<HeldPrompts, 'of'> },
): readonly KeptAttachment[] {
  switch (attachment.kind) {
    case 'file':
      return [{ kind: 'file', file: shelf.named(attachment.hash, attachment.name) }];
    case 'resource':
      return [{ ...attachment, serverId: branded<ServerId>(attachment.serverId) }];
    case 'prompt': {
      const { id } = attachment;
      const parts = held.of(id);
      return parts === undefined ? [] : [{ kind: 'prompt', id, parts }];
    }
    case 'part': {
      const { kind, conversationId, messageId, index } = attachment;
      const place = {
        conversationId: branded<ConversationId>(conversationId),
        messageId: branded<MessageId>(messageId),
      };
      return [{ kind, ...place, index }];
    }
    default:
      return assertNever(attachment);
  }
}

/** An attachment as the page shows it, with whose words it is; none where it can't be had any more. */
export function listedAttachment(
  kept: KeptAttachment,
  { servers, conversations }: { readonly servers: Pick<ServerBook, 'find'>; readonly conversations: EarlierBook },
): readonly Attachment[] {
  switch (kept.kind) {
    case 'file':
      return [kept];
    case 'resource': {
      // The server is asked when the message is sent: it goes by the name that it has now.
      const server = servers.find(kept.serverId);
      return server === undefined ? [] : [{ ...kept, serverName: server.name }];
    }
    case 'prompt': {
      // It was given already: it stays what it is when its server is gone, and goes by the name that the message says.
      const source = kept.parts[0]?.source;
      return source === undefined
        ? []
        : [{ kind: 'prompt', id: kept.id, serverName: source.serverName, name: source.given.name }];
    }
    case 'part': {
      const source = earlierPart(conversations, kept)?.source;
      return source === undefined ? [] : [{ ...kept, source }];
    }
    default:
      return assertNever(kept);
  }
}
