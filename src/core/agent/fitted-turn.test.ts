import { afterEach, describe, expect, it } from 'vitest';
import type { ContentOrigin } from '../../shared/content-origin.js';
import { ALLOW, calls, closeApis, says, turn } from './agent-loop.test-kit.js';

afterEach(closeApis);

describe('a turn and what it is sent', () => {
  it('counts as having read from outside where a summary of such text is sent to it', async () => {
    const origin: ContentOrigin = { kind: 'server', name: 'web' };
    const read: unknown[] = [];
    const { run } = await turn({
      answers: [calls(['mcp__s__a', { n: 1 }]), says('done')],
      more: {
        readBefore: [origin],
        decide: async (use) => {
          read.push(use.readBefore);
          return ALLOW;
        },
      },
    });
    expect(await run()).toEqual({ kind: 'completed' });
    expect(read).toEqual([[origin]]);
  });

  it('is told again without thinking where the model server refuses signed thinking', async () => {
    const thinks = {
      kind: 'reply',
      blocks: [
        { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
        { type: 'tool_use', id: 'toolu_1', name: 'mcp__s__a', input: { n: 1 } },
      ],
    } as const;
    const refused = {
      kind: 'error',
      status: 400,
      type: 'invalid_request_error',
      message:
        'messages.1.content.0: Invalid `signature` in `thinking` block. It is bound to a different conversation.',
    } as const;
    const { run, api, refusals } = await turn({ answers: [thinks, refused, says('done')] });
    expect(await run()).toEqual({ kind: 'completed' });
    const bodies = api.requests.map(({ body }) => JSON.stringify(body));
    expect(bodies.map((body) => body.includes('"signature":"signed"'))).toEqual([false, true, false]);
    expect(refusals()).toEqual([]);
  });

  it('ends where even without thinking it is refused', async () => {
    const refused = {
      kind: 'error',
      status: 400,
      type: 'invalid_request_error',
      message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
    } as const;
    const { run, api } = await turn({ answers: [refused, refused] });
    expect(await run()).toMatchObject({ kind: 'failed', code: 'thinking-refused' });
    expect(api.requests).toHaveLength(2);
  });

  it('keeps with each answer what servers account for in its request', async () => {
    const { run, state } = await turn({
      answers: [calls(['mcp__s__a', { n: 1 }]), says('done')],
      more: { serverOf: () => 's' },
    });
    await run();
    const [first, second] = state().requests?.map(({ shares }) => shares) ?? [];
    expect(first?.servers).toEqual([{ serverName: 's', tokens: expect.any(Number) }]);
    expect(second?.servers[0]?.tokens).toBeGreaterThan(first?.servers[0]?.tokens ?? Infinity);
    expect(second?.total).toBeGreaterThan(second?.servers[0]?.tokens ?? Infinity);
  });
});
