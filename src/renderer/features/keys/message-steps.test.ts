import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ChatMessage, MessageId } from '../../../shared/conversation.js';
import { messageStep } from './message-steps.js';

const id = (name: string): MessageId => branded<MessageId>(name);
const CHAT: readonly Pick<ChatMessage, 'id' | 'role'>[] = ['u1', 'a1', 'a2', 'u2', 'a3', 'u3'].map((name) => ({
  id: id(name),
  role: name.startsWith('u') ? 'user' : 'assistant',
}));

describe('a step from message to message of the user', () => {
  it.each([
    ['u2', 'previous', 'u1'],
    ['u2', 'next', 'u3'],
    ['a3', 'previous', 'u2'],
    ['a2', 'previous', 'u1'],
    ['a1', 'next', 'u2'],
    ['u1', 'previous', undefined],
    ['u3', 'next', undefined],
    [undefined, 'previous', 'u3'],
    [undefined, 'next', undefined],
    ['gone', 'previous', 'u3'],
  ] as const)('from %s to the %s is %s', (from, step, to) => {
    expect(messageStep(CHAT, from === undefined ? undefined : id(from), step)).toBe(to);
  });

  it('leads nowhere in an empty chat', () => {
    expect(messageStep([], undefined, 'previous')).toBeUndefined();
  });
});
