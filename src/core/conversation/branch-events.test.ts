import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, ConversationState, MessageId, ToolCallId, TurnId } from '../../shared/conversation.js';
import { branchEvents } from './branch-events.js';

const turn = (id: string): AgentEvent => ({ type: 'turn-started', turnId: branded<TurnId>(id), at: 1 });
const turnEnd = (id: string): AgentEvent => ({
  type: 'turn-finished',
  turnId: branded<TurnId>(id),
  outcome: { kind: 'completed' },
  at: 1,
});
const asks = (id: string): AgentEvent => ({
  type: 'user-message',
  message: { role: 'user', id: branded<MessageId>(id), at: 1, blocks: [{ type: 'text', text: `text of ${id}` }] },
});
const answers = (id: string, call?: string): AgentEvent => ({
  type: 'assistant-finished',
  message: {
    role: 'assistant',
    id: branded<MessageId>(id),
    at: 1,
    model: 'm',
    complete: true,
    blocks: call === undefined ? [] : [{ type: 'tool_use', id: branded<ToolCallId>(call), name: 't', input: {} }],
  },
});
const result = (call: string): AgentEvent => ({
  type: 'tool-finished',
  callId: branded<ToolCallId>(call),
  result: { content: [], isError: false },
  at: 1,
});

/** Two turns; the first has a call. */
const EVENTS = [
  turn('1'),
  asks('u1'),
  answers('a1', 'c1'),
  result('c1'),
  answers('a2'),
  turnEnd('1'),
  turn('2'),
  asks('u2'),
  answers('a3', 'c2'),
];

function stateOf(events: readonly AgentEvent[]): ConversationState {
  return events.reduce(applyEvent, emptyConversation(branded<ConversationId>('c')));
}

describe('a branch', () => {
  const branch = (id: string) => branchEvents(EVENTS, branded<MessageId>(id), 9);

  it('at an answer holds it and the results of its calls, and its turn has ended', () => {
    const state = stateOf(branch('a1')?.events ?? []);
    expect(state.messages.map(({ id }) => id)).toEqual(['u1', 'a1']);
    expect(state.calls['c1']).toMatchObject({ stage: 'finished', result: { isError: false } });
    expect(state.turn).toMatchObject({ kind: 'ended', outcome: { kind: 'completed' } });
    expect(stateOf(branch('a2')?.events ?? []).messages.map(({ id }) => id)).toEqual(['u1', 'a1', 'a2']);
  });

  it('at the last answer, whose call still runs, ends there', () => {
    const state = stateOf(branch('a3')?.events ?? []);
    expect(state.messages).toHaveLength(5);
    expect(state.turn.kind).toBe('ended');
  });

  it('at a message of the user holds what came before, and it as a draft', () => {
    expect(branch('u1')).toMatchObject({ events: [], said: { id: 'u1', blocks: [{ text: 'text of u1' }] } });
    const second = branch('u2');
    expect(second?.said?.id).toBe('u2');
    expect(stateOf(second?.events ?? []).messages.map(({ id }) => id)).toEqual(['u1', 'a1', 'a2']);
  });

  it('is not made at a message that is not there, or was taken back', () => {
    expect(branch('gone')).toBeUndefined();
    const rewound: AgentEvent = { type: 'history-rewound', messageIds: [branded<MessageId>('a3')], at: 2 };
    expect(branchEvents([...EVENTS, turnEnd('2'), rewound], branded<MessageId>('a3'), 9)).toBeUndefined();
  });
});
