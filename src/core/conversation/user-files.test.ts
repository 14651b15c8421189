import { describe, expect, it } from 'vitest';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { ChatFile, FileHash, FileKind, PartSource } from '../../shared/chat-file.js';
import type { ConversationId, MessageId, UserBlock } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';
import { checkMessagesRequest } from '../testing/messages-request-check.js';
import { PDF, pngOf } from './files.test-kit.js';
import { fitFiles } from './fit-files.js';
import type { ModelBlock, ModelMessage } from './model-message.js';
import { partOrigins } from './part-origins.js';
import { summaryPlan } from './summary-plan.js';
import { toModelMessages } from './to-model-messages.js';

const PNG = pngOf(4, 4, true);
const FILES = new Map<string, Uint8Array>([
  ['png', PNG],
  ['pdf', PDF],
  ['txt', Buffer.from('a\u0000b \ncolumns')],
  ['blank', Buffer.from(' \n')],
]);

function file(hash: string, kind: FileKind, name = hash): Extract<UserBlock, { type: 'file' }> {
  const of: ChatFile = { hash: branded<FileHash>(hash), kind, name, size: 1 };
  return { type: 'file', file: of };
}

function from(given: PartSource['given']): PartSource {
  return { serverId: branded<ServerId>('n'), serverName: 'notes', given };
}

function said(...blocks: readonly UserBlock[]) {
  const message = { role: 'user', id: branded<MessageId>('u'), at: 0, blocks } as const;
  return applyEvent(emptyConversation(branded<ConversationId>('c')), { type: 'user-message', message });
}

function sent(...blocks: readonly UserBlock[]): readonly ModelBlock[] {
  const messages = toModelMessages(said(...blocks), { readFile: (hash) => FILES.get(hash) });
  expect(checkMessagesRequest({ model: 'm', max_tokens: 1, messages })).toBeUndefined();
  return messages.flatMap(({ content }) => content);
}

const WORDS = { type: 'text', text: 'What is this?' } as const;

describe('what the model is sent of attachments', () => {
  it('is an image block, a document of the PDF and one of the text, each document with its name', () => {
    const blocks = sent(
      file('png', 'image/png'),
      file('pdf', 'application/pdf', 'offer.pdf'),
      file('txt', 'text/plain', 'data.csv'),
      WORDS,
    );
    expect(blocks).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: PDF.toString('base64') },
        title: 'offer.pdf',
      },
      {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'a\u0000b \ncolumns' },
        title: 'data.csv',
      },
      WORDS,
    ]);
  });

  it('says so where a file is lost or empty, and the request stays one that the API takes', () => {
    expect(sent(file('gone', 'image/png', 'a.png'), file('blank', 'text/plain', 'b.txt'))).toEqual([
      { type: 'text', text: '[The file "a.png" is lost.]' },
      { type: 'text', text: '[b.txt is empty.]' },
    ]);
  });

  it('names the server whose words a prompt and a resource are', () => {
    const prompt = from({ kind: 'prompt', name: 'sum', id: 'h' });
    const resource = from({ kind: 'resource', uri: 'notes://a', name: 'a' });
    const blocks = sent(
      { type: 'text', text: 'Sum up.', source: prompt },
      { type: 'text', text: 'Long ago', source: resource },
    );
    expect(blocks[0]).toEqual({
      type: 'text',
      text: '[The user sends the following from the prompt "sum" of the server "notes"]\nSum up.',
    });
    expect(blocks[1]).toMatchObject({ type: 'document', title: 'the resource notes://a of the server "notes"' });
  });

  it('counts as read in the turn, with where it comes from', () => {
    const resource = from({ kind: 'resource', uri: 'notes://a', name: 'a' });
    expect(partOrigins(said(file('pdf', 'application/pdf', 'x.pdf'), { ...WORDS, source: resource }, WORDS))).toEqual([
      { kind: 'file', path: 'x.pdf' },
      { kind: 'server', name: 'notes' },
    ]);
    expect(partOrigins(said(WORDS))).toEqual([]);
  });
});

describe('a summary of messages with attachments', () => {
  it('counts as text from where they came from', () => {
    const id = branded<MessageId>('u1');
    const blocks = [file('txt', 'text/plain', 'x.csv'), { type: 'text', text: 'x'.repeat(9000) }] as const;
    const first = { role: 'user', id, at: 0, blocks } as const;
    const last = { ...first, id: branded<MessageId>('u2'), blocks: [WORDS] };
    const empty = emptyConversation(branded<ConversationId>('c'));
    const plan = summaryPlan({ ...empty, messages: [first, last] }, { keep: 0, least: 1 });
    expect(plan?.origins).toEqual([{ kind: 'file', path: 'x.csv' }]);
    expect(JSON.stringify(plan?.messages)).toContain('The user attached the file');
  });
});

describe('the files of a request', () => {
  const image = (length: number): ModelBlock => ({
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(length) },
  });
  const left = (messages: readonly ModelMessage[]): readonly string[] =>
    messages.flatMap(({ content }) => content.map((block) => block.type));

  it('are left out from the oldest on where they are too large together', () => {
    const messages: readonly ModelMessage[] = [
      { role: 'user', content: [image(10_000_000), WORDS] },
      { role: 'user', content: [image(10_000_000)] },
      { role: 'user', content: [image(10_000_000), WORDS] },
    ];
    const fitted = fitFiles(messages);
    expect(left(fitted)).toEqual(['text', 'text', 'image', 'image', 'text']);
    expect(fitted[0]?.content[0]).toMatchObject({ text: expect.stringContaining('left out') as string });
    expect(fitted[2]).toBe(messages[2]);
  });

  it('are a hundred images at most, those in results among them', () => {
    const result: ModelBlock = {
      type: 'tool_result',
      tool_use_id: branded('t'),
      content: Array.from({ length: 60 }, () => image(10)),
    };
    const [fitted] = fitFiles([{ role: 'user', content: [result, ...Array.from({ length: 60 }, () => image(10))] }]);
    const [first] = fitted?.content ?? [];
    const inner = first?.type === 'tool_result' ? first.content.map(({ type }) => type) : [];
    expect(inner.filter((type) => type === 'image')).toHaveLength(40);
    expect(inner.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'text'));
  });
});
