import { expect, it } from 'vitest';
import type { AgentEvent } from './agent-event.js';
import { branded } from './brand.js';
import type { MessageId, ToolCallId } from './conversation.js';
import { mergeDeltas } from './merge-deltas.js';

const text = (id: string, said: string): AgentEvent => ({
  type: 'text-delta',
  messageId: branded<MessageId>(id),
  text: said,
});
const input = (id: string, json: string): AgentEvent => ({
  type: 'tool-input-delta',
  callId: branded<ToolCallId>(id),
  partialJson: json,
});

it('pieces of one text are one piece', () => {
  expect(mergeDeltas(text('a', 'Hel'), text('a', 'lo'))).toEqual(text('a', 'Hello'));
  expect(mergeDeltas(input('c', '{"a":'), input('c', '1}'))).toEqual(input('c', '{"a":1}'));
});

it('everything else stays apart', () => {
  const thought: AgentEvent = { type: 'thinking-delta', messageId: branded<MessageId>('a'), text: 'hm' };
  const ended: AgentEvent = { type: 'context-measured', use: { window: 1, system: 1, tools: [], history: 1 } };
  for (const [before, next] of [
    [text('a', 'x'), text('b', 'y')],
    [text('a', 'x'), thought],
    [input('c', 'x'), input('d', 'y')],
    [text('a', 'x'), ended],
    [ended, text('a', 'x')],
  ] as const)
    expect(mergeDeltas(before, next)).toBeUndefined();
});
