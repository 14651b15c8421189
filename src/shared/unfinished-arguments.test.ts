import { describe, expect, it } from 'vitest';
import type { AgentEvent } from './agent-event.js';
import { applyEvent, emptyConversation } from './apply-event.js';
import { branded } from './brand.js';
import type { AssistantMessage, ConversationState, MessageId, ToolCallId } from './conversation.js';
import { unfinishedOf } from './unfinished-arguments.js';

const messageId = branded<MessageId>('m');
const one = branded<ToolCallId>('one');
const two = branded<ToolCallId>('__proto__');
const message: AssistantMessage = { role: 'assistant', id: messageId, at: 9, model: 'x', blocks: [], complete: true };
const begins: AgentEvent = { type: 'assistant-started', messageId, model: 'x', at: 1 };
const starts = (callId: ToolCallId): AgentEvent => ({ type: 'tool-call-started', messageId, callId, wireName: 'w' });
const piece = (callId: ToolCallId, partialJson: string): AgentEvent => ({
  type: 'tool-input-delta',
  callId,
  partialJson,
});
const after = (...events: readonly AgentEvent[]): ConversationState =>
  events.reduce(applyEvent, emptyConversation(branded('c')));
const streaming = [begins, starts(one), piece(one, '{"a":'), piece(one, '1'), starts(two), piece(two, '{"b"')];

describe('arguments that stream', () => {
  it('are kept for each call as they come', () => {
    const state = after(...streaming);
    expect(unfinishedOf(state, one)).toBe('{"a":1');
    expect(unfinishedOf(state, two)).toBe('{"b"');
    expect(unfinishedOf(state, 'constructor')).toBeUndefined();
  });

  it.each<readonly [string, AgentEvent]>([
    ['the message is finished', { type: 'assistant-finished', message }],
    ['the message is cut', { type: 'assistant-finished', message: { ...message, complete: false } }],
    ['the answer begins anew', begins],
    ['the turn ends', { type: 'turn-finished', turnId: branded('t'), outcome: { kind: 'cancelled' }, at: 3 }],
  ])('are gone when %s', (_when, event) => {
    expect(after(...streaming, event).unfinished).toBeUndefined();
  });

  it('never become arguments of a call', () => {
    const { messages } = after(...streaming, piece(one, '}'));
    expect(messages[0]?.blocks).toMatchObject([{ input: {} }, { input: {} }]);
  });
});

describe('a question of a call', () => {
  const decision = { verdict: 'confirm', rule: 'default', why: '' } as const;
  const asking = (at: number): AgentEvent => ({ type: 'tool-asking', callId: one, approvalId: branded('a'), at });
  const asked = [begins, starts(one), asking(10)];

  it('remembers when it was put and when it was answered, however', () => {
    expect(after(...asked).calls[one]).toMatchObject({ askedAt: 10 });
    const allowed = after(...asked, { type: 'tool-decided', callId: one, decision, at: 30 });
    expect(allowed.calls[one]).toMatchObject({ askedAt: 10, answeredAt: 30 });
    const permission = { kind: 'refused', by: 'user' } as const;
    const denied = after(...asked, { type: 'tool-permission', callId: one, permission, at: 40 });
    expect(denied.calls[one]).toMatchObject({ askedAt: 10, answeredAt: 40 });
  });

  it('has no answer yet when it is put anew', () => {
    const anew = after(...asked, { type: 'tool-decided', callId: one, decision, at: 30 }, asking(35));
    expect(anew.calls[one]?.askedAt).toBe(35);
    expect(anew.calls[one]?.answeredAt).toBeUndefined();
  });

  it('has no time of an answer in a chat of an older version', () => {
    const old = after(...asked, { type: 'tool-decided', callId: one, decision });
    expect(old.calls[one]?.answeredAt).toBeUndefined();
  });
});
