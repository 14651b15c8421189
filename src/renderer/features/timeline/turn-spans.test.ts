import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../shared/agent-event.js';
import { applyEvent, emptyConversation } from '../../../shared/apply-event.js';
import { branded } from '../../../shared/brand.js';
import type { AssistantMessage, MessageId, ToolCallId } from '../../../shared/conversation.js';
import { timelineRows } from './timeline-rows.js';
import { timeOf, type TurnSpan, turnSpans } from './turn-spans.js';

const id = (name: string) => branded<MessageId>(name);
const callId = (name: string) => branded<ToolCallId>(name);
const user = (name: string, at: number): AgentEvent => ({
  type: 'user-message',
  message: { role: 'user', id: id(name), at, blocks: [] },
});
const answer = (name: string, at: number, calls: readonly string[] = [], startedAt?: number): AgentEvent => {
  const message: AssistantMessage = {
    role: 'assistant',
    id: id(name),
    at,
    ...(startedAt === undefined ? {} : { startedAt }),
    model: 'm',
    blocks: calls.map((call) => ({ type: 'tool_use', id: callId(call), name: call, input: {} })),
    complete: true,
  };
  return { type: 'assistant-finished', message };
};
const asks = (call: string, at: number): AgentEvent => ({
  type: 'tool-asking',
  callId: callId(call),
  approvalId: branded('a'),
  at,
});
const decision = { verdict: 'confirm', rule: 'default', why: '' } as const;
const allowed = (call: string, at?: number): AgentEvent => ({
  type: 'tool-decided',
  callId: callId(call),
  decision,
  ...(at === undefined ? {} : { at }),
});
const runs = (call: string, from: number, to: number): readonly AgentEvent[] => [
  { type: 'tool-running', callId: callId(call), at: from },
  { type: 'tool-finished', callId: callId(call), result: { content: [], isError: false }, at: to },
];

function turn(last: string, ...events: readonly AgentEvent[]) {
  return turnSpans(events.reduce(applyEvent, emptyConversation(branded('c'))), id(last));
}

const short = ({ kind, from, to, call }: TurnSpan) => `${call?.id ?? ''} ${kind} ${from}–${to}`.trim();

const whole = [
  user('u0', 1),
  answer('a0', 5),
  user('u1', 100),
  answer('a1', 120, ['x', 'y'], 110),
  asks('y', 121),
  ...runs('x', 122, 140),
  allowed('y', 200),
  ...runs('y', 201, 230),
  answer('a2', 260, [], 250),
  user('u2', 900),
  answer('a3', 950),
];

describe('the spans of a turn', () => {
  it('are the model, what was asked of the user and each tool, from the message to its last answer', () => {
    const spans = turn('a2', ...whole);
    expect(spans).toMatchObject({ from: 100, to: 260 });
    expect(spans?.spans.map(short)).toEqual([
      'model 100–120',
      'y you 121–200',
      'x tool 122–140',
      'y tool 201–230',
      'model 230–260',
    ]);
    expect(spans?.spans.flatMap(({ began }) => began ?? [])).toEqual([110, 250]);
  });

  it('know nothing of the turns beside it', () => {
    expect(turn('a3', ...whole)?.spans.map(short)).toEqual(['model 900–950']);
    expect(turn('a0', ...whole)?.spans.map(short)).toEqual(['model 1–5']);
  });

  it('are known in chats that do not say when an answer began or a question ended', () => {
    const old = turn(
      'b',
      user('u', 0),
      answer('a', 10, ['x']),
      asks('x', 11),
      allowed('x'),
      ...runs('x', 40, 50),
      answer('b', 60),
    );
    expect(old?.spans.map(short)).toEqual(['model 0–10', 'x you 11–40', 'x tool 40–50', 'model 50–60']);
  });

  it('of a call that was denied are the question alone', () => {
    const refused: AgentEvent = {
      type: 'tool-permission',
      callId: callId('x'),
      permission: { kind: 'refused', by: 'user' },
      at: 30,
    };
    const done: AgentEvent = {
      type: 'tool-finished',
      callId: callId('x'),
      result: { content: [], isError: true },
      at: 31,
    };
    const denied = turn('b', user('u', 0), answer('a', 10, ['x']), asks('x', 11), refused, done, answer('b', 60));
    expect(denied?.spans.map(short)).toEqual(['model 0–10', 'x you 11–30', 'model 30–60']);
  });

  it('are none where nothing is known of them', () => {
    expect(turn('nobody', ...whole)).toBeUndefined();
    expect(turn('a', answer('a', 10))).toBeUndefined();
    // As in an imported chat whose times are all the same, or a clock that was put back.
    expect(turn('a', user('u', 10), answer('a', 10))).toBeUndefined();
    expect(turn('a', user('u', 10), answer('a', 5))).toBeUndefined();
  });
});

describe('timeOf', () => {
  it('counts what overlaps once', () => {
    const spans = turn(
      'b',
      user('u', 0),
      answer('a', 10, ['x', 'y', 'z']),
      ...runs('x', 20, 50),
      ...runs('y', 30, 40),
      ...runs('z', 45, 60),
      answer('b', 70),
    );
    if (spans === undefined) throw new Error('nothing is known');
    expect(timeOf(spans, 'tool')).toBe(40);
    expect(timeOf(spans, 'model')).toBe(20);
    expect(timeOf(spans, 'you')).toBe(0);
  });
});

describe('the rows of a timeline', () => {
  it('give each call its own, up to a dozen', () => {
    const names = Array.from({ length: 30 }, (_, n) => `c${n}`);
    const spans = turn(
      'b',
      user('u', 0),
      answer('a', 10, names),
      ...names.flatMap((name) => runs(name, 20, 30)),
      answer('b', 40),
    );
    if (spans === undefined) throw new Error('nothing is known');
    const rows = timelineRows(spans);
    expect(rows.map((row) => row.kind)).toEqual(['model', ...Array.from({ length: 11 }, () => 'tool'), 'more']);
    expect(rows.at(-1)).toMatchObject({ kind: 'more', calls: 19 });
    expect(rows.flatMap((row) => row.spans)).toHaveLength(32);
  });

  it('have none for the user where nothing was asked', () => {
    const spans = turn('a0', ...whole);
    expect(spans === undefined ? [] : timelineRows(spans).map((row) => row.kind)).toEqual(['model']);
  });
});
