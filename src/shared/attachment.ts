import type { ChatFile, PartSource } from './chat-file.js';
import { assertNever } from './assert-never.js';
import type { ConversationId, MessageId, UserBlock } from './conversation.js';
import type { AttachmentInput } from './ipc/file-schemas.js';
import type { ServerId } from './server.js';

/** What stands in the composer beside the text, until the message is sent. */
export type Attachment =
  | { readonly kind: 'file'; readonly file: ChatFile }
  /** Read when the message is sent. */
  | {
      readonly kind: 'resource';
      readonly serverId: ServerId;
      readonly serverName: string;
      readonly uri: string;
      readonly name: string;
    }
  /** What a server gave for one of its prompts; main holds it by the id. */
  | { readonly kind: 'prompt'; readonly id: string; readonly serverName: string; readonly name: string }
  /** A part of an earlier message, as it is there. */
  | {
      readonly kind: 'part';
      readonly conversationId: ConversationId;
      readonly messageId: MessageId;
      readonly index: number;
      readonly source: PartSource;
    };

/** A key that two attachments share only where they are the same. */
export function attachmentKey(attachment: Attachment): string {
  return JSON.stringify(attachmentInput(attachment));
}

/** What main is told of an attachment. */
export function attachmentInput(attachment: Attachment): AttachmentInput {
  switch (attachment.kind) {
    case 'file':
      return { kind: 'file', hash: attachment.file.hash, name: attachment.file.name };
    case 'resource':
      return { kind: 'resource', serverId: attachment.serverId, uri: attachment.uri, name: attachment.name };
    case 'prompt':
      return { kind: 'prompt', id: attachment.id };
    case 'part': {
      const { kind, conversationId, messageId, index } = attachment;
      return { kind, conversationId, messageId, index };
    }
    default:
      return assertNever(attachment);
  }
}

/** The parts of a message beside what the user wrote, to be sent again with other words. */
export function attachmentsOf(
  conversationId: ConversationId,
  { id: messageId, blocks }: { readonly id: MessageId; readonly blocks: readonly UserBlock[] },
): readonly Attachment[] {
  return blocks.flatMap((block, index): Attachment[] => {
    if (block.source !== undefined) return [{ kind: 'part', conversationId, messageId, index, source: block.source }];
    return block.type === 'file' ? [{ kind: 'file', file: block.file }] : [];
  });
}

/** The parts of a message that waits, to be changed. What a server gave is read, or taken from where it is held, anew. */
export function queuedAttachments(parts: readonly UserBlock[]): readonly Attachment[] {
  const seen = new Set<string>();
  return parts
    .flatMap((block): Attachment[] => {
      const { source } = block;
      if (source === undefined) return block.type === 'file' ? [{ kind: 'file', file: block.file }] : [];
      const { serverId, serverName, given } = source;
      return given.kind === 'prompt'
        ? [{ kind: 'prompt', id: given.id, serverName, name: given.name }]
        : [{ kind: 'resource', serverId, serverName, uri: given.uri, name: given.name }];
    })
    .filter((attachment) => {
      const key = attachmentKey(attachment);
      return seen.has(key) ? false : seen.add(key) !== undefined;
    });
}
