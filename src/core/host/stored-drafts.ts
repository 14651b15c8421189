import type { ChatFile } from '../../shared/chat-file.js';
import { fileName, hash, offered, partAttachment, resourceAttachment } from '../../shared/ipc/file-schemas.js';
import { id, only } from '../../shared/ipc/schema-parts.js';
import type { ServerId } from '../../shared/server.js';
import type { Draft } from './draft-book.js';

const file = only(
  {
    hash,
    name: fileName,
    kind: { enum: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain'] },
    size: { type: 'integer', minimum: 0 },
    width: { type: 'integer', minimum: 1 },
    height: { type: 'integer', minimum: 1 },
  },
  ['hash', 'name', 'kind', 'size'],
);

const source = only(
  {
    serverId: id,
    serverName: { type: 'string' },
    given: only({ kind: { const: 'prompt' }, name: offered.name, id }, ['kind', 'name', 'id']),
  },
  ['serverId', 'serverName', 'given'],
);

/** Without its source a text would stand there as the user's own. */
const givenPart = {
  anyOf: [
    only({ type: { const: 'text' }, text: { type: 'string' }, source }, ['type', 'text', 'source']),
    only({ type: { const: 'file' }, file, source }, ['type', 'file', 'source']),
  ],
} as const;

const attachment = {
  anyOf: [
    only({ kind: { const: 'file' }, file }, ['kind', 'file']),
    resourceAttachment,
    only({ kind: { const: 'prompt' }, id, parts: { type: 'array', items: givenPart, minItems: 1 } }, [
      'kind',
      'id',
      'parts',
    ]),
    partAttachment,
  ],
} as const;

/** What `drafts.json` holds. */
export const STORED_DRAFTS = {
  type: 'array',
  items: only(
    {
      conversationId: { type: 'string', maxLength: 200 },
      text: { type: 'string' },
      attachments: { type: 'array', items: attachment },
      // What an earlier Gatehouse wrote in their place.
      files: { type: 'array', items: file },
      resources: { type: 'array', items: only(offered, ['serverId', 'uri', 'name']) },
    },
    ['conversationId', 'text'],
  ),
} as const;

/** What that schema lets through. */
export interface StoredDraft extends Omit<Draft, 'attachments'> {
  readonly attachments?: Draft['attachments'];
  readonly files?: readonly ChatFile[];
  readonly resources?: readonly { readonly serverId: ServerId; readonly uri: string; readonly name: string }[];
}

export function draftOf({ conversationId, text, attachments = [], files = [], resources = [] }: StoredDraft): Draft {
  const earlier = [
    ...files.map((kept) => ({ kind: 'file', file: kept }) as const),
    ...resources.map((kept) => ({ kind: 'resource', ...kept }) as const),
  ];
  return { conversationId, text, attachments: [...attachments, ...earlier] };
}
