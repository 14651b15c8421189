import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { applyEvent, closeInterrupted, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { AssistantBlock, ConversationId, MessageId, ToolCallId, TurnId } from '../../shared/conversation.js';
import type { ToolResult } from '../../shared/tool.js';
import { checkMessagesRequest } from '../testing/messages-request-check.js';
import { toModelMessages } from './to-model-messages.js';

const a = branded<ToolCallId>('a');
const b = branded<ToolCallId>('b');
const turnId = branded<TurnId>('t');

function asked(text: string, id = text): AgentEvent {
  return {
    type: 'user-message',
    message: { role: 'user', id: branded<MessageId>(`u-${id}`), at: 1, blocks: [{ type: 'text', text }] },
  };
}

function answered(blocks: readonly AssistantBlock[], complete = true): AgentEvent {
  const id = branded<MessageId>(`a-${JSON.stringify(blocks)}`);
  return { type: 'assistant-finished', message: { role: 'assistant', id, at: 2, model: 'm', blocks, complete } };
}

function finished(callId: ToolCallId, result: ToolResult): AgentEvent {
  return { type: 'tool-finished', callId, result, at: 3 };
}

function call(id: ToolCallId, more: { invalidJson?: string } = {}): AssistantBlock {
  return { type: 'tool_use', id, name: 'read', input: {}, ...more };
}

function messagesOf(...events: readonly AgentEvent[]) {
  const started: AgentEvent = { type: 'turn-started', turnId, at: 0 };
  const state = [started, ...events].reduce(applyEvent, emptyConversation(branded<ConversationId>('c')));
  const messages = toModelMessages(closeInterrupted(state));
  expect(checkMessagesRequest({ model: 'm', max_tokens: 1, messages })).toBeUndefined();
  return messages;
}

const ok = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: false });
const hello: AssistantBlock = { type: 'text', text: 'Reading.' };

describe('toModelMessages', () => {
  it('answers each call in the next message, in the order of the calls', () => {
    const messages = messagesOf(
      asked('hi'),
      answered([hello, call(a), call(b)]),
      finished(b, ok('B')),
      finished(a, ok('A')),
    );
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      {
        role: 'assistant',
        content: [
          hello,
          { type: 'tool_use', id: 'a', name: 'read', input: {} },
          { type: 'tool_use', id: 'b', name: 'read', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'A' }] },
          { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'B' }] },
        ],
      },
    ]);
  });

  it('says of a call without a result that its outcome is unknown, and takes the next message of the user', () => {
    const messages = messagesOf(asked('hi'), answered([call(a)]), asked('still there?'));
    expect(messages[2]).toEqual({
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'a',
          content: [{ type: 'text', text: 'interrupted; outcome unknown' }],
          is_error: true,
        },
        { type: 'text', text: 'still there?' },
      ],
    });
  });

  it('keeps the text of a message that was cut and none of its calls', () => {
    const cut = answered([{ type: 'thinking', thinking: 'x', signature: '' }, hello, call(a)], false);
    expect(messagesOf(asked('hi'), cut, asked('again'))[1]).toEqual({ role: 'assistant', content: [hello] });
    expect(messagesOf(asked('hi'), answered([call(a)], false), asked('again'))).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'text', text: 'again' },
        ],
      },
    ]);
  });

  it('tells the model that arguments which did not parse were never sent', () => {
    const messages = messagesOf(asked('hi'), answered([call(a, { invalidJson: '{"path": "x' })]));
    expect(messages[1]?.content[0]).toEqual({ type: 'tool_use', id: 'a', name: 'read', input: {} });
    expect(messages[2]?.content[0]).toMatchObject({ type: 'tool_result', tool_use_id: 'a', is_error: true });
    expect(JSON.stringify(messages[2])).toContain('not valid JSON');
  });

  it('keeps thinking byte for byte', () => {
    const thinking: AssistantBlock = { type: 'thinking', thinking: ' a\r\n\u200B', signature: 'Sig==' };
    expect(messagesOf(asked('hi'), answered([thinking, hello]), asked('ok'))[1]?.content[0]).toBe(thinking);
  });

  it('marks a failed call as an error', () => {
    const messages = messagesOf(asked('hi'), answered([call(a)]), finished(a, { content: [], isError: true }));
    expect(messages[2]?.content[0]).toMatchObject({ is_error: true, content: [{ type: 'text', text: '(no output)' }] });
  });
});
