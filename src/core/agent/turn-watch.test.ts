import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { AssistantMessage, MessageId, ToolCallId } from '../../shared/conversation.js';
import type { SummaryId } from '../../shared/history-summary.js';
import { ManualClock } from '../testing/manual-clock.js';
import type { AgentLimits } from './limits.js';
import { TurnWatch } from './turn-watch.js';

const bounds: AgentLimits = { maxRounds: 9, maxTokens: 9, maxStopHookRounds: 0 };
const id = (n: number) => branded<ToolCallId>(`k${n}`);

function watching(limits: Partial<AgentLimits>) {
  const clock = new ManualClock();
  const watch = new TurnWatch({ ...bounds, ...limits }, clock);
  let calls = 0;
  const answers = (blocks: AssistantMessage['blocks'], usage?: AssistantMessage['usage'], model = 'x') => {
    const message = {
      role: 'assistant',
      id: branded<MessageId>('m'),
      at: 0,
      model,
      complete: true,
      blocks,
    } as const;
    watch.hear({ type: 'assistant-finished', message: usage === undefined ? message : { ...message, usage } });
  };
  const call = (path: string, said: string) => {
    const callId = id((calls += 1));
    answers([{ type: 'tool_use', id: callId, name: 'read', input: { path } }]);
    const result = { content: [{ type: 'text', text: said }], isError: false } as const;
    watch.hear({ type: 'tool-finished', callId, result, at: clock.now() });
  };
  return { watch, clock, answers, call };
}

describe('TurnWatch', () => {
  it('stops where the same call gives the same result five times, whatever runs between', () => {
    const { watch, call } = watching({ maxRepeats: 5 });
    for (let n = 0; n < 4; n += 1) {
      call('a', 'one');
      call(`other ${n}`, 'two');
    }
    expect(watch.reached).toBeUndefined();
    call('a', 'one');
    expect(watch.reached).toEqual({ kind: 'repeats', tool: 'read', times: 5 });
  });

  it('lets a call be made again whose result moves on', () => {
    const { watch, call } = watching({ maxRepeats: 5 });
    for (let n = 0; n < 20; n += 1) call('a', n % 4 === 0 ? 'moved' : 'same');
    expect(watch.reached).toBeUndefined();
  });

  it('adds up what the model reads and writes', () => {
    const { watch, answers } = watching({ maxTurnTokens: 100 });
    answers([], { inputTokens: 60, outputTokens: 10 });
    expect(watch.reached).toBeUndefined();
    answers([], { inputTokens: 20, outputTokens: 10 });
    expect(watch.reached).toEqual({ kind: 'tokens', tokens: 100 });
  });

  it('adds what broke off: it is paid like the rest', () => {
    const { watch } = watching({ maxTurnTokens: 100 });
    const usage = { inputTokens: 99, outputTokens: 1 };
    watch.hear({ type: 'request-broken', request: { id: 'm/1', kind: 'broken', at: 0, model: 'x', usage } });
    expect(watch.reached).toEqual({ kind: 'tokens', tokens: 100 });
  });

  it('adds up what it costs where the price is known, summaries with it', () => {
    const { watch, answers } = watching({ maxTurnCents: 500 });
    answers([], { inputTokens: 900_000_000, outputTokens: 0 }, 'a-model-without-a-price');
    answers([], { inputTokens: 600_000, outputTokens: 40_000 }, 'claude-opus-5');
    expect(watch.reached).toBeUndefined();
    const summary = {
      id: branded<SummaryId>('s'),
      upTo: branded<MessageId>('m'),
      madeAt: branded<MessageId>('m'),
      text: 'The gist.',
      model: 'claude-opus-5',
      at: 0,
      usage: { inputTokens: 200_000, outputTokens: 0 },
      origins: [],
    };
    watch.hear({ type: 'history-summarised', summary });
    expect(watch.reached).toEqual({ kind: 'cost', dollars: 5 });
  });

  it('counts the time of the turn, and not that of the user', () => {
    const { watch, clock } = watching({ maxTurnMs: 60_000 });
    clock.advance(30_000);
    watch.hear({ type: 'tool-asking', callId: id(1), approvalId: branded('q'), at: clock.now() });
    watch.hear({ type: 'tool-asking', callId: id(2), approvalId: branded('r'), at: clock.now() });
    clock.advance(500_000);
    watch.hear({ type: 'tool-permission', callId: id(1), permission: { kind: 'automatic' } });
    clock.advance(500_000);
    watch.hear({ type: 'tool-permission', callId: id(2), permission: { kind: 'automatic' } });
    clock.advance(29_999);
    expect(watch.reached).toBeUndefined();
    clock.advance(1);
    expect(watch.reached).toEqual({ kind: 'time', minutes: 1 });
  });
});
