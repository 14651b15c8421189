import { expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ChatMessage, MessageId } from '../../../shared/conversation.js';
import { messageBlocks } from './message-blocks.js';

function messages(count: number): readonly ChatMessage[] {
  return Array.from({ length: count }, (_, at) => ({ role: 'user', id: branded<MessageId>(`m${at}`), at, blocks: [] }));
}

it('a chat is cut into blocks of twenty, the last one shorter, and nothing is lost', () => {
  expect(messageBlocks(messages(45)).map((block) => block.length)).toEqual([20, 20, 5]);
  expect(messageBlocks(messages(45)).flat()).toEqual(messages(45));
  expect(messageBlocks([])).toEqual([]);
});

it('a message that comes changes the last block alone', () => {
  const all = messages(45);
  const before = messageBlocks(all.slice(0, 44));
  expect(messageBlocks(all).slice(0, 2)).toEqual(before.slice(0, 2));
});
