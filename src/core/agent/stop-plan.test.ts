import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { AssistantMessage, ToolCallId } from '../../shared/conversation.js';
import { stopPlan } from './stop-plan.js';

const text = { type: 'text', text: 'so' } as const;
const call = { type: 'tool_use', id: branded<ToolCallId>('k'), name: 'read', input: {} } as const;

function message(stopReason: string | undefined, blocks: readonly object[], complete = true): AssistantMessage {
  const rest = stopReason === undefined ? {} : { stopReason };
  return { role: 'assistant', id: branded('m'), at: 1, model: 'x', complete, blocks, ...rest } as AssistantMessage;
}

describe('stopPlan', () => {
  it('runs calls only where the model asked for them in a message that came whole', () => {
    const reasons = [
      'end_turn',
      'max_tokens',
      'stop_sequence',
      'pause_turn',
      'refusal',
      'model_context_window_exceeded',
      'brand_new',
      undefined,
    ];
    for (const reason of reasons) expect(stopPlan(message(reason, [text, call]), 10).run).toEqual([]);
    expect(stopPlan(message('tool_use', [text, call], false), 10).run).toEqual([]);
    expect(stopPlan(message('tool_use', [text, call]), 10)).toMatchObject({ run: [call], outcome: undefined });
  });

  it.each([
    ['end_turn', 'completed', undefined],
    ['stop_sequence', 'completed', undefined],
    ['tool_use', 'completed', undefined],
    [undefined, 'completed', undefined],
    ['max_tokens', 'failed', /cut at 10 tokens.*go on/],
    ['refusal', 'failed', /refused.*another model/],
    ['model_context_window_exceeded', 'failed', /longer than the model can read/],
    ['brand_new', 'failed', /does not know \("brand_new"\).*nothing was run/],
  ])('ends after a text that stops with %s as %s', (reason, kind, words) => {
    const { outcome } = stopPlan(message(reason, [text]), 10);
    expect(outcome?.kind).toBe(kind);
    if (words !== undefined) expect(outcome).toMatchObject({ message: expect.stringMatching(words) });
  });

  it('asks again after a pause, and after a call that was not run, with the reason for the model', () => {
    expect(stopPlan(message('pause_turn', [text]), 10).outcome).toBeUndefined();
    expect(stopPlan(message('max_tokens', [call]), 10)).toMatchObject({
      outcome: undefined,
      cutCall: true,
      skipped: [call],
      why: expect.stringContaining('limit of tokens'),
    });
    expect(stopPlan(message('end_turn', [call]), 10)).toMatchObject({ outcome: undefined, skipped: [call] });
  });

  it('does not ask again after a refusal or a full context, though a call was begun', () => {
    for (const reason of ['refusal', 'model_context_window_exceeded', 'brand_new']) {
      expect(stopPlan(message(reason, [call]), 10)).toMatchObject({ skipped: [call], outcome: { kind: 'failed' } });
    }
  });
});
