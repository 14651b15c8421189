import { describe, expect, it } from 'vitest';
import type { AgentEvent } from './agent-event.js';
import { isPassingEvent } from './agent-event.js';
import { applyEvent, callOf, closeInterrupted, emptyConversation } from './apply-event.js';
import type { ApprovalId } from './approval.js';
import { branded } from './brand.js';
import type {
  AssistantMessage,
  ConversationId,
  ConversationState,
  MessageId,
  ToolCallId,
  TurnId,
  UserMessage,
} from './conversation.js';
import type { ServerId } from './server.js';
import type { RawToolName } from './tool.js';

const turnId = branded<TurnId>('t1');
const messageId = branded<MessageId>('m2');
const callId = branded<ToolCallId>('toolu_1');

const question: UserMessage = {
  role: 'user',
  id: branded<MessageId>('m1'),
  at: 1,
  blocks: [{ type: 'text', text: 'read it' }],
};

const answer: AssistantMessage = {
  role: 'assistant',
  id: messageId,
  at: 2,
  model: 'model-a',
  blocks: [
    { type: 'thinking', thinking: 'hm', signature: 'sig' },
    { type: 'text', text: 'Reading.' },
    { type: 'tool_use', id: callId, name: 'read', input: { path: 'a' } },
  ],
  complete: true,
  stopReason: 'tool_use',
};

const result = { content: [{ type: 'text', text: 'text of a' }], isError: false } as const;

const wholeTurn: readonly AgentEvent[] = [
  { type: 'turn-started', turnId, at: 1 },
  { type: 'user-message', message: question },
  { type: 'assistant-started', messageId, model: 'model-a', at: 2 },
  { type: 'thinking-delta', messageId, text: 'h' },
  { type: 'thinking-delta', messageId, text: 'm' },
  { type: 'text-delta', messageId, text: 'Read' },
  { type: 'text-delta', messageId, text: 'ing.' },
  { type: 'tool-call-started', messageId, callId, wireName: 'read' },
  { type: 'tool-input-delta', callId, partialJson: '{"path":' },
  { type: 'assistant-finished', message: answer },
  {
    type: 'tool-resolved',
    callId,
    serverId: branded<ServerId>('s1'),
    serverName: 'files',
    tool: branded<RawToolName>('read'),
    badges: ['read-only'],
  },
  { type: 'tool-decided', callId, decision: { verdict: 'confirm', rule: 'default', why: 'not listed' } },
  { type: 'tool-asking', callId, approvalId: branded<ApprovalId>('a1'), at: 3 },
  { type: 'tool-permission', callId, permission: { kind: 'user', scope: 'once' } },
  { type: 'tool-running', callId, at: 4 },
  { type: 'tool-progress', callId, progress: 1, total: 2, message: 'half' },
  { type: 'tool-finished', callId, result, at: 5 },
  { type: 'turn-finished', turnId, outcome: { kind: 'completed' }, at: 6 },
];

function play(events: readonly AgentEvent[], from = emptyConversation(branded<ConversationId>('c1'))) {
  return events.reduce(applyEvent, from);
}

function upTo(type: AgentEvent['type']): readonly AgentEvent[] {
  return wholeTurn.slice(0, wholeTurn.findLastIndex((event) => event.type === type) + 1);
}

describe('applyEvent', () => {
  it('builds the same messages with the passing events and without them', () => {
    const live = play(wholeTurn);
    const stored = play(wholeTurn.filter((event) => !isPassingEvent(event)));
    expect(live.messages).toEqual([question, answer]);
    expect(stored.messages).toEqual(live.messages);
    const { progress, ...call } = callOf(live, callId)!;
    expect(progress).toEqual({ progress: 1, total: 2, message: 'half' });
    expect(callOf(stored, callId)).toEqual(call);
    expect(call).toMatchObject({ stage: 'finished', serverName: 'files', result, startedAt: 4, finishedAt: 5 });
    expect(stored.turn).toEqual({ kind: 'ended', turnId, outcome: { kind: 'completed' } });
  });

  it('shows a message while it streams', () => {
    const state = play(upTo('tool-input-delta'));
    expect(state.messages[1]).toMatchObject({
      complete: false,
      blocks: [
        { type: 'thinking', thinking: 'hm', signature: '' },
        { type: 'text', text: 'Reading.' },
        { type: 'tool_use', id: callId, name: 'read', input: {} },
      ],
    });
    expect(callOf(state, callId)?.stage).toBe('streaming');
    expect(state.turn).toEqual({ kind: 'running', turnId, since: 1 });
  });

  it.each([
    ['assistant-finished', 'deciding'],
    ['tool-decided', 'deciding'],
    ['tool-asking', 'asking'],
    ['tool-permission', 'deciding'],
    ['tool-running', 'running'],
    ['tool-progress', 'running'],
    ['tool-finished', 'finished'],
  ] as const)('after %s the call is %s', (type, stage) => {
    expect(callOf(play(upTo(type)), callId)?.stage).toBe(stage);
  });

  it('never runs a call that was refused', () => {
    const state = play([
      ...upTo('tool-asking'),
      { type: 'tool-permission', callId, permission: { kind: 'refused', by: 'user' } },
      { type: 'tool-running', callId, at: 9 },
    ]);
    expect(callOf(state, callId)).toMatchObject({ stage: 'deciding', permission: { kind: 'refused', by: 'user' } });
  });

  it('keeps the first result of a call', () => {
    const late: AgentEvent = { type: 'tool-finished', callId, result: { content: [], isError: true }, at: 9 };
    const state = play(upTo('tool-finished'));
    expect(applyEvent(state, late)).toBe(state);
  });

  it('gives the same state back for events that fit nothing', () => {
    const state = play(upTo('assistant-finished'));
    const strange = branded<ToolCallId>('constructor');
    const nowhere = branded<MessageId>('m9');
    const events: readonly AgentEvent[] = [
      { type: 'tool-running', callId: strange, at: 1 },
      { type: 'tool-finished', callId: strange, result, at: 1 },
      { type: 'tool-progress', callId, progress: 1 },
      { type: 'text-delta', messageId: nowhere, text: 'x' },
      { type: 'text-delta', messageId, text: 'after the end' },
      { type: 'text-delta', messageId: question.id, text: 'x' },
      { type: 'tool-call-started', messageId: nowhere, callId: strange, wireName: 'x' },
      { type: 'tool-call-started', messageId, callId, wireName: 'read' },
    ];
    for (const event of events) expect(applyEvent(state, event)).toBe(state);
  });

  it('takes a call id that is a name of Object for an id like any other', () => {
    for (const name of ['__proto__', 'constructor']) {
      const id = branded<ToolCallId>(name);
      const state = play([
        {
          type: 'assistant-finished',
          message: { ...answer, blocks: [{ type: 'tool_use', id, name: 'read', input: {} }] },
        },
        { type: 'tool-running', callId: id, at: 1 },
      ]);
      expect(callOf(state, id)?.stage).toBe('running');
    }
  });

  it('keeps the identity of what an event does not touch', () => {
    const before = play(upTo('tool-asking'));
    const after = applyEvent(before, { type: 'tool-running', callId, at: 4 });
    expect(after.messages).toBe(before.messages);
    const streaming = play(upTo('assistant-started'));
    const longer = applyEvent(streaming, { type: 'text-delta', messageId, text: 'x' });
    expect(longer.messages[0]).toBe(streaming.messages[0]);
    expect(longer.calls).toBe(streaming.calls);
  });

  it('lets no call of a cut message run, and drops what streamed but is not in it', () => {
    const streamed = play(upTo('tool-input-delta'));
    const cut = applyEvent(streamed, {
      type: 'assistant-finished',
      message: { ...answer, blocks: [{ type: 'text', text: 'Read' }], complete: false },
    });
    expect(callOf(cut, callId)).toBeUndefined();
    const kept = applyEvent(emptyConversation(streamed.id), {
      type: 'assistant-finished',
      message: { ...answer, complete: false },
    });
    expect(callOf(kept, callId)).toMatchObject({
      stage: 'finished',
      permission: { kind: 'refused', by: 'cancelled' },
    });
  });

  it('leaves no call open when the turn has ended', () => {
    const state = play([
      ...upTo('tool-asking'),
      { type: 'turn-finished', turnId, outcome: { kind: 'cancelled' }, at: 9 },
    ]);
    expect(callOf(state, callId)).toMatchObject({ stage: 'finished', permission: { kind: 'refused' } });
    expect(callOf(state, callId)).not.toHaveProperty('result');
  });
});

describe('closeInterrupted', () => {
  it('ends a turn that was running, with its calls', () => {
    const state = closeInterrupted(play(upTo('tool-running')));
    expect(state.turn).toEqual({ kind: 'ended', turnId, outcome: { kind: 'cancelled' } });
    expect(callOf(state, callId)).toMatchObject({ stage: 'finished', permission: { kind: 'user', scope: 'once' } });
    expect(callOf(state, callId)).not.toHaveProperty('result');
  });

  it('gives a conversation that ended by itself back as it is', () => {
    const whole: ConversationState = play(wholeTurn);
    expect(closeInterrupted(whole)).toBe(whole);
  });
});
