import { describe, expect, it } from 'vitest';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { AgentEvent } from '../../shared/agent-event.js';
import type { ToolResult } from '../../shared/tool.js';
import { eventForPage, stateForPage } from './page-result.js';

const finished = (result: ToolResult): AgentEvent => ({ type: 'tool-finished', callId: branded('k'), result, at: 1 });
const short: ToolResult = {
  content: [{ type: 'text', text: 'short' }],
  structuredContent: { a: [1, 2] },
  isError: false,
};

describe('what a page gets of a result', () => {
  it('is all of a short one, untouched', () => {
    const event = finished(short);
    expect(eventForPage(event)).toBe(event);
  });

  it.each<readonly [string, Partial<ToolResult>]>([
    ['a text', { content: [{ type: 'text', text: 'y'.repeat(20_000) }] }],
    ['a picture', { content: [{ type: 'image', data: 'A'.repeat(20_000), mimeType: 'image/png' }] }],
    ['structured content', { structuredContent: { rows: Array.from({ length: 3000 }, (_, n) => ({ n })) } }],
    ['many blocks', { content: Array.from({ length: 1000 }, () => ({ type: 'text' as const, text: 'a line of it' })) }],
  ])('is the beginning of %s that is long, and what there is to know of it', (_name, part) => {
    const result: ToolResult = { ...short, ...part, isError: true, stopped: 'ended', warnings: ['odd'] };
    const event = eventForPage(finished(result));
    if (event.type !== 'tool-finished') throw new Error('another event');
    expect(event.result).toMatchObject({ isError: true, stopped: 'ended', warnings: ['odd'] });
    expect(event.result.held).toBe(JSON.stringify(result).length);
    expect(event.result.structuredContent).toBeUndefined();
    expect(JSON.stringify(event).length).toBeLessThan(500);
  });

  it('is the same in a chat that is opened', () => {
    const events: readonly AgentEvent[] = [
      { type: 'assistant-started', messageId: branded('m'), model: 'x', at: 0 },
      { type: 'tool-call-started', messageId: branded('m'), callId: branded('k'), wireName: 'w' },
      finished({ content: [{ type: 'text', text: 'z'.repeat(50_000) }], isError: false }),
    ];
    const state = stateForPage(events.reduce(applyEvent, emptyConversation(branded('c'))));
    expect(state.calls['k']?.result?.held).toBeGreaterThan(50_000);
    expect(JSON.stringify(state).length).toBeLessThan(1000);
  });
});
