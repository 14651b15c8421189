import { afterEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId, TurnId } from '../../shared/conversation.js';
import { createAnthropicModel } from '../model/anthropic.js';
import { Emitter } from '../observable.js';
import { ManualClock } from '../testing/manual-clock.js';
import { type ScriptedAnswer, startStrictMessagesApi, type StrictMessagesApi } from '../testing/strict-messages-api.js';
import { streamAssistant } from './stream-assistant.js';

const apis: StrictMessagesApi[] = [];
afterEach(async () => {
  await Promise.all(apis.splice(0).map((api) => api.close()));
});

const says = (text: string): ScriptedAnswer => ({ kind: 'reply', blocks: [{ type: 'text', text }] });
const busy: ScriptedAnswer = { kind: 'error', status: 529, type: 'overloaded_error', message: 'Overloaded' };
const broken: ScriptedAnswer = {
  kind: 'reply',
  blocks: [
    { type: 'text', text: 'I shall call it now' },
    { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.md' } },
  ],
  cutAfterBytes: 1100,
};

/** One answer from a real server, under a clock that a test moves. */
async function ask(...script: readonly ScriptedAnswer[]) {
  const api = await startStrictMessagesApi({ script });
  apis.push(api);
  const clock = new ManualClock(1000);
  const stop = new AbortController();
  const hurry = new Emitter<void>();
  const events: AgentEvent[] = [];
  const turnId = branded<TurnId>('t');
  let state = applyEvent(emptyConversation(branded<ConversationId>('c')), { type: 'turn-started', turnId, at: 1 });
  const waiting: ((event: AgentEvent) => void)[] = [];
  const retrying = () => new Promise<AgentEvent>((resolve) => waiting.push(resolve));
  const emit = (event: AgentEvent) => {
    events.push(event);
    state = applyEvent(state, event);
    // After the timer of the wait was set, which the event comes before.
    if (event.type === 'model-retrying') setImmediate(() => waiting.shift()?.(event));
  };
  const answer = streamAssistant(
    {
      model: 'm',
      system: '',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
      maxTokens: 100,
    },
    {
      client: createAnthropicModel({ apiKey: 'k', baseUrl: api.url }),
      emit,
      clock,
      newMessageId: () => branded<MessageId>('a'),
      signal: stop.signal,
      attempts: 3,
      hurry,
    },
  );
  answer.catch(() => undefined);
  return { api, clock, stop, hurry, events, answer, retrying, state: () => state };
}

describe('streamAssistant', () => {
  it('sends a request again after the wait that the server asks for, and tells of it', async () => {
    const asked = await ask({ ...busy, headers: { 'retry-after': '12' } }, says('fine'));
    expect(await asked.retrying()).toEqual({
      type: 'model-retrying',
      attempt: 2,
      of: 3,
      reason: 'overloaded',
      inMs: 12_000,
      at: 1000,
    });
    expect(asked.state().turn).toMatchObject({ retry: { attempt: 2, of: 3, until: 13_000 } });
    asked.clock.advance(11_999);
    expect(asked.api.requests).toHaveLength(1);
    asked.clock.advance(1);
    expect(await asked.answer).toMatchObject({ complete: true, blocks: [{ text: 'fine' }] });
    expect(asked.state().turn).not.toHaveProperty('retry');
    expect(asked.clock.pending).toBe(0);
  });

  it('does not wait when it is hurried', async () => {
    const asked = await ask({ ...busy, headers: { 'retry-after': '500' } }, says('fine'));
    await asked.retrying();
    asked.hurry.emit();
    expect(await asked.answer).toMatchObject({ complete: true });
    expect(asked.clock.pending).toBe(0);
  });

  it('ends at once when it is stopped while it waits', async () => {
    const asked = await ask({ ...busy, headers: { 'retry-after': '500' } });
    await asked.retrying();
    asked.stop.abort();
    await expect(asked.answer).rejects.toMatchObject({ code: 'cancelled' });
    expect(asked.clock.pending).toBe(0);
    expect(asked.api.requests).toHaveLength(1);
  });

  it('gives up after so many requests, with the words of the last', async () => {
    const asked = await ask(busy, busy, { ...busy, message: 'Still overloaded' });
    await asked.retrying();
    asked.hurry.emit();
    await asked.retrying();
    asked.hurry.emit();
    await expect(asked.answer).rejects.toMatchObject({ code: 'overloaded', message: /Still overloaded/ });
    expect(asked.api.requests).toHaveLength(3);
  });

  it('never sends a request again that met a spending limit', async () => {
    const details = { error_code: 'enforced_spend_limit_reached' };
    const asked = await ask({
      kind: 'error',
      status: 429,
      type: 'rate_limit_error',
      message: 'You have reached your limit',
      headers: { 'retry-after': '1' },
      details,
    });
    await expect(asked.answer).rejects.toMatchObject({ code: 'spend-limit' });
    expect(asked.api.requests).toHaveLength(1);
  });

  it('asks anew after a stream that broke, and replaces what had streamed', async () => {
    const asked = await ask(broken, says('Whole.'));
    expect(await asked.retrying()).toMatchObject({ reason: 'stream-cut' });
    expect(asked.state().messages).toMatchObject([
      { complete: false, blocks: [{ type: 'text' }, { type: 'tool_use' }] },
    ]);
    asked.hurry.emit();
    const message = await asked.answer;
    expect(asked.state().messages).toEqual([message]);
    expect(message.blocks).toEqual([{ type: 'text', text: 'Whole.' }]);
    expect(asked.state().calls).toEqual({});
    expect(asked.events.filter((event) => event.type === 'assistant-finished')).toHaveLength(1);
  });

  it('keeps what was counted of each stream that broke, beside the answer', async () => {
    const asked = await ask({ ...broken, inputTokens: 40 }, { ...broken, inputTokens: 41 }, says('Whole.'));
    await asked.retrying();
    asked.hurry.emit();
    await asked.retrying();
    asked.hurry.emit();
    await asked.answer;
    expect(asked.state().requests?.map(({ id, kind, usage }) => [id, kind, usage.inputTokens])).toEqual([
      ['a/1', 'broken', 40],
      ['a/2', 'broken', 41],
      ['a', 'answer', 1],
    ]);
  });

  it('counts nothing of a request that was refused before it was read', async () => {
    const asked = await ask(busy, says('fine'));
    await asked.retrying();
    asked.hurry.emit();
    await asked.answer;
    expect(asked.state().requests?.map(({ kind }) => kind)).toEqual(['answer']);
  });

  it('takes the same call of the second stream for a new one', async () => {
    const { cutAfterBytes: _cut, ...whole } = broken;
    const asked = await ask(broken, whole);
    await asked.retrying();
    asked.hurry.emit();
    const message = await asked.answer;
    expect(asked.state().messages).toEqual([message]);
    expect(Object.values(asked.state().calls)).toMatchObject([{ id: 'toolu_1', stage: 'deciding' }]);
  });

  it('keeps the text of the last stream where no request came through', async () => {
    const asked = await ask(broken, busy, busy);
    await asked.retrying();
    asked.hurry.emit();
    await asked.retrying();
    asked.hurry.emit();
    await expect(asked.answer).rejects.toMatchObject({ code: 'overloaded' });
    expect(asked.state().messages).toMatchObject([
      { complete: false, blocks: [{ type: 'text', text: 'I shall call it now' }] },
    ]);
    expect(asked.state().calls).toEqual({});
  });
});
