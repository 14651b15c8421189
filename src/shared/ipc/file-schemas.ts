import type { FromSchema } from 'json-schema-to-ts';
import type { ResourceAttachment } from '../attachment.js';
import type { ChatFile } from '../chat-file.js';
import type { ServerId } from '../server.js';
import { id, nothing, only, text } from './schema-parts.js';

const fileName = { type: 'string', minLength: 1, maxLength: 255 } as const;
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const uri = { type: 'string', minLength: 1, maxLength: 4096 } as const;
const name = { type: 'string', minLength: 1, maxLength: 1000 } as const;

/** One thing beside the text of a message. */
const attachment = {
  anyOf: [
    only({ kind: { const: 'file' }, hash, name: fileName }, ['kind', 'hash', 'name']),
    only({ kind: { const: 'resource' }, serverId: id, uri, name }, ['kind', 'serverId', 'uri', 'name']),
    only({ kind: { const: 'prompt' }, id }, ['kind', 'id']),
    only({ kind: { const: 'part' }, conversationId: id, messageId: id, index: { type: 'integer', minimum: 0 } }, [
      'kind',
      'conversationId',
      'messageId',
      'index',
    ]),
  ],
} as const;

export type AttachmentInput = FromSchema<typeof attachment>;

export const attachments = { type: 'array', items: attachment, maxItems: 20 } as const;

/**
 * A draft outlives the app, with its files and with the resources that are read when it is sent. What a server gave for a
 * prompt does not: main holds it, and no disk.
 */
const draft = only(
  {
    /** Empty: of the chat that the first message will make. */
    conversationId: text(200),
    text: text(1_000_000),
    files: { type: 'array', items: only({ hash, name: fileName }, ['hash', 'name']), maxItems: 20 },
    resources: { type: 'array', items: only({ serverId: id, uri, name }, ['serverId', 'uri', 'name']), maxItems: 20 },
  },
  ['conversationId', 'text', 'files', 'resources'],
);

/** The commands of files and drafts. */
export const fileSchemas = {
  /** Keeps a file for a message that is to be sent. `bytes`: a `Uint8Array`, which main checks by itself. */
  'files.add': only({ name: fileName, bytes: {} }, ['name', 'bytes']),
  'files.read': only({ hash }, ['hash']),
  'drafts.list': nothing,
  'drafts.set': draft,
} as const;

/** A message that was not sent yet. */
export interface Draft {
  /** Empty: of the chat that the first message will make. */
  readonly conversationId: string;
  readonly text: string;
  readonly files: readonly ChatFile[];
  /** Absent in what an earlier Gatehouse kept. */
  readonly resources?: readonly { readonly serverId: ServerId; readonly uri: string; readonly name: string }[];
}

/** A draft as the page gets it back. */
export interface ListedDraft extends Omit<Draft, 'resources'> {
  readonly resources: readonly ResourceAttachment[];
}

/** What these commands give. */
export interface FileOutputs {
  'files.add': { readonly file: ChatFile };
  'files.read': { readonly bytes: Uint8Array };
  /** Without the resources of servers that are gone. */
  'drafts.list': { readonly drafts: readonly ListedDraft[] };
}
