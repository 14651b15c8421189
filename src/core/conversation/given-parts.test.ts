import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ChatFile, FileHash } from '../../shared/chat-file.js';
import type { ServerId } from '../../shared/server.js';
import type { McpContentBlock } from '../../shared/tool.js';
import { checkedFile } from './checked-file.js';
import { PDF, pngOf } from './files.test-kit.js';
import { givenParts } from './given-parts.js';

const source = {
  serverId: branded<ServerId>('n'),
  serverName: 'notes',
  given: { kind: 'resource', uri: 'notes://a', name: 'a' },
} as const;

function addFile(name: string, bytes: Uint8Array): ChatFile {
  return { hash: branded<FileHash>('h'), name, ...checkedFile(name, bytes).facts };
}

function parts(...blocks: readonly McpContentBlock[]) {
  return givenParts(blocks, { source, addFile, redact: (text) => text.replaceAll('s3cret', '[redacted]') });
}

describe('what a server gave', () => {
  it('is kept as text, image or PDF, each with its source', () => {
    const image = pngOf(2, 2).toString('base64');
    const given = parts(
      { type: 'text', text: 'the key is s3cret' },
      { type: 'image', data: image, mimeType: 'image/jpeg' },
      { type: 'resource', resource: { uri: 'notes://a', blob: PDF.toString('base64'), mimeType: 'application/pdf' } },
    );
    expect(given).toMatchObject([
      { type: 'text', text: 'the key is [redacted]', source },
      { type: 'file', file: { name: 'a', kind: 'image/png' }, source },
      { type: 'file', file: { kind: 'application/pdf' }, source },
    ]);
  });

  it('is named where no model can be sent it, never lost', () => {
    const zip = Buffer.from('PK\u0003\u0004\u0000').toString('base64');
    const given = parts(
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'image', data: '', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'x://y', blob: zip, mimeType: 'application/zip' } },
      { type: 'resource_link', uri: 'x://z', name: 'z' },
      { type: 'unknown', block: { type: 'new', text: 'later' } },
    );
    const texts = given.map((part) => (part.type === 'text' ? part.text : part.type));
    for (const word of ['audio/wav', 'is empty', 'application/zip', 'x://z', 'later']) {
      expect(texts.join('\n')).toContain(word);
    }
    expect(given).toHaveLength(5);
  });

  it('is bounded, all texts together, with a note of how much is missing', () => {
    const given = parts(
      { type: 'text', text: 'a'.repeat(90_000) },
      { type: 'text', text: 'b'.repeat(20_000) },
      { type: 'text', text: 'c' },
    );
    const texts = given.map((part) => (part.type === 'text' ? part.text : ''));
    expect(texts[0]).toHaveLength(90_000);
    expect(texts[1]).toMatch(/^b{10000}\n\[10000 characters were left out/u);
    expect(texts[2]).toMatch(/^\n\[1 characters were left out/u);
  });

  it('is bounded in its number too', () => {
    const given = parts(...Array.from({ length: 300 }, () => ({ type: 'text', text: 'x' }) as const));
    expect(given).toHaveLength(201);
    expect(given.at(-1)).toMatchObject({ text: expect.stringMatching(/^\[100 more parts/u) as string, source });
  });
});
