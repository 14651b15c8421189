import { only } from '../../shared/ipc/schema-parts.js';

const file = only(
  {
    hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    name: { type: 'string', minLength: 1, maxLength: 255 },
    kind: { enum: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain'] },
    size: { type: 'integer', minimum: 0 },
    width: { type: 'integer', minimum: 1 },
    height: { type: 'integer', minimum: 1 },
  },
  ['hash', 'name', 'kind', 'size'],
);

const resource = only(
  {
    serverId: { type: 'string', minLength: 1, maxLength: 200 },
    uri: { type: 'string', minLength: 1, maxLength: 4096 },
    name: { type: 'string', minLength: 1, maxLength: 1000 },
  },
  ['serverId', 'uri', 'name'],
);

/** What `drafts.json` holds. */
export const STORED_DRAFTS = {
  type: 'array',
  items: only(
    {
      conversationId: { type: 'string', maxLength: 200 },
      text: { type: 'string' },
      files: { type: 'array', items: file },
      resources: { type: 'array', items: resource },
    },
    ['conversationId', 'text', 'files'],
  ),
} as const;
