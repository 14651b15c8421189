import { expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ChatMessage, MessageId } from '../../../shared/conversation.js';
import { firstSeenBlock, messageBlocks } from './message-blocks.js';

function messages(count: number): readonly ChatMessage[] {
  return Array.from({ length: count }, (_, at) => ({ role: 'user', id: branded<MessageId>(`m${at}`), at, blocks: [] }));
}

it('a chat is cut into blocks of eight, the last one shorter, and nothing is lost', () => {
  expect(messageBlocks(messages(21)).map((block) => block.length)).toEqual([8, 8, 5]);
  expect(messageBlocks(messages(21)).flat()).toEqual(messages(21));
  expect(messageBlocks([])).toEqual([]);
});

it('a message that comes changes the last block alone', () => {
  const all = messages(21);
  const before = messageBlocks(all.slice(0, 20));
  expect(messageBlocks(all).slice(0, 2)).toEqual(before.slice(0, 2));
});

it('the last block is rendered first, and the one before it where that is short', () => {
  expect(firstSeenBlock(messageBlocks(messages(24)))).toBe(2);
  expect(firstSeenBlock(messageBlocks(messages(20)))).toBe(2);
  expect(firstSeenBlock(messageBlocks(messages(19)))).toBe(1);
  expect(firstSeenBlock(messageBlocks(messages(1)))).toBe(0);
  expect(firstSeenBlock([])).toBe(0);
});
