import type { FromSchema } from 'json-schema-to-ts';
import type { Attachment } from '../attachment.js';
import type { ChatFile } from '../chat-file.js';
import { id, nothing, only, text } from './schema-parts.js';

export const fileName = { type: 'string', minLength: 1, maxLength: 255 } as const;
export const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
/** Where a resource is, and what it is called. */
export const offered = {
  serverId: id,
  uri: { type: 'string', minLength: 1, maxLength: 4096 },
  name: { type: 'string', minLength: 1, maxLength: 1000 },
} as const;

/** These two are attached and kept alike. */
export const resourceAttachment = only({ kind: { const: 'resource' }, ...offered }, [
  'kind',
  'serverId',
  'uri',
  'name',
]);
export const partAttachment = only(
  { kind: { const: 'part' }, conversationId: id, messageId: id, index: { type: 'integer', minimum: 0 } },
  ['kind', 'conversationId', 'messageId', 'index'],
);

/** One thing beside the text of a message. */
const attachment = {
  anyOf: [
    only({ kind: { const: 'file' }, hash, name: fileName }, ['kind', 'hash', 'name']),
    resourceAttachment,
    only({ kind: { const: 'prompt' }, id }, ['kind', 'id']),
    partAttachment,
  ],
} as const;

export type AttachmentInput = FromSchema<typeof attachment>;

export const attachments = { type: 'array', items: attachment, maxItems: 20 } as const;

/** A draft outlives the app, with all that is attached to it; more may be than one message takes. */
const draft = only(
  {
    /** Empty: of the chat that the first message will make. */
    conversationId: text(200),
    text: text(1_000_000),
    attachments: { type: 'array', items: attachment, maxItems: 100 },
  },
  ['conversationId', 'text', 'attachments'],
);

/** The commands of files and drafts. */
export const fileSchemas = {
  /** Keeps a file for a message that is to be sent. `bytes`: a `Uint8Array`, which main checks by itself. */
  'files.add': only({ name: fileName, bytes: {} }, ['name', 'bytes']),
  'files.read': only({ hash }, ['hash']),
  'drafts.list': nothing,
  'drafts.set': draft,
} as const;

/** A message that was not sent yet, as the page gets it back. */
export interface ListedDraft {
  /** Empty: of the chat that the first message will make. */
  readonly conversationId: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** What these commands give. */
export interface FileOutputs {
  'files.add': { readonly file: ChatFile };
  'files.read': { readonly bytes: Uint8Array };
  /** Without what can't be had any more: resources of servers that are gone, parts of messages that are. */
  'drafts.list': { readonly drafts: readonly ListedDraft[] };
}
