import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../../shared/json.js';
import { compileValidator, OWN_SCHEMAS } from '../schema/validator.js';
import { draftOf, STORED_DRAFTS } from './stored-drafts.js';

const check = compileValidator(STORED_DRAFTS, OWN_SCHEMAS);
const file = { hash: 'a'.repeat(64), name: 'a.png', kind: 'image/png', size: 9, width: 2, height: 2 } as const;
const source = { serverId: 'docs', serverName: 'docs', given: { kind: 'prompt', name: 'explain', id: 'p1' } };
const attachments = [
  {
    kind: 'prompt',
    id: 'p1',
    parts: [
      { type: 'text', text: 'Explain', source },
      { type: 'file', file, source },
    ],
  },
  { kind: 'part', conversationId: 'c1', messageId: 'm1', index: 0 },
  { kind: 'file', file },
];

/** As what stands in the file, read back. */
function stored(...attached: readonly JsonValue[]): string | undefined {
  return check(JSON.parse(JSON.stringify([{ conversationId: '', text: '', attachments: attached }])));
}

describe('drafts.json', () => {
  it('may hold every kind of attachment', () => {
    expect(stored(...attachments)).toBeUndefined();
  });

  it('is read as an earlier Gatehouse wrote it', () => {
    const resource = { serverId: 'docs', uri: 'docs://policy', name: 'policy' };
    const earlier = { conversationId: 'c1', text: 'half', files: [file], resources: [resource] };
    expect(check([earlier, { conversationId: '', text: 'a', files: [] }])).toBeUndefined();
    expect(draftOf(earlier as unknown as Parameters<typeof draftOf>[0])).toEqual({
      conversationId: 'c1',
      text: 'half',
      attachments: [
        { kind: 'file', file },
        { kind: 'resource', ...resource },
      ],
    });
  });

  it('holds no words of a server without whose they are', () => {
    const [prompt] = attachments;
    const parts = prompt?.parts?.map((part) => ({ ...part, source: undefined }));
    expect(isJsonObject(prompt) && stored({ ...prompt, parts })).toMatch(/attachments/u);
  });
});
