import { afterEach, describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ToolCallId } from '../../shared/conversation.js';
import type { Decision } from '../../shared/policy.js';
import type { ToolResult } from '../../shared/tool.js';
import { Emitter } from '../observable.js';
import { ManualClock } from '../testing/manual-clock.js';
import { toolNamed } from '../testing/scripted-session.js';
import type { ToolCallContext } from '../tools/tool.js';
import { calls, closeApis, says, schema, text, turn } from './agent-loop.test-kit.js';

afterEach(closeApis);

const READS: Decision = { verdict: 'allow', rule: 'trusted-read-only-hint', why: 'reads' };
const tools = [toolNamed('look', { inputSchema: schema })];
const id = (n: number) => branded<ToolCallId>(`toolu_mcp__s__look_${n}`);

/** Rejects when it is told to end, as a call to a server does. */
const obedient = ({ signal }: ToolCallContext): Promise<ToolResult> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

describe('a running call that the user cancels', () => {
  it('ends alone: the model is told, the calls beside it and the turn go on', async () => {
    const cancelCall = new Emitter<ToolCallId>();
    const played = await turn({
      answers: [calls(['mcp__s__look', { n: 0 }], ['mcp__s__look', { n: 1 }]), says('done')],
      tools,
      decide: () => READS,
      handler: async (_name, args, context) => {
        if (args['n'] === 0) return obedient(context);
        // The other one runs by now.
        cancelCall.emit(id(0));
        return text('seen');
      },
      more: { cancelCall },
    });
    expect(await played.run()).toEqual({ kind: 'completed' });
    const { calls: records } = played.state();
    expect(records[id(0)]?.result).toEqual({
      content: [
        {
          type: 'text',
          text: 'The user cancelled this call. It may still be at work. Do not call it again unless the user asks for it.',
        },
      ],
      isError: true,
      stopped: 'may-go-on',
      origin: { kind: 'server', name: 's' },
    });
    expect(records[id(1)]?.result).toMatchObject({ isError: false });
    expect(JSON.stringify(played.api.requests.at(-1)?.body)).toContain('The user cancelled this call.');
    expect(played.recorded().map((line) => ('outcome' in line ? line.outcome : line.type))).toContain('cancelled');
    expect(played.refusals()).toEqual([]);
  });

  it('is left to itself when it does not end, and what it says later is nobody’s', async () => {
    const cancelCall = new Emitter<ToolCallId>();
    const clock = new ManualClock(1000);
    const late: ((result: ToolResult) => void)[] = [];
    const played = await turn({
      answers: [calls(['mcp__s__look', { n: 0 }]), says('done')],
      tools,
      decide: () => READS,
      handler: (_name, _args, { signal }) => {
        signal.addEventListener('abort', () => queueMicrotask(() => clock.advance(2000)));
        queueMicrotask(() => cancelCall.emit(id(0)));
        return new Promise((resolve) => void late.push(resolve));
      },
      more: { cancelCall, clock },
    });
    expect(await played.run()).toEqual({ kind: 'completed' });
    expect(played.state().calls[id(0)]?.result?.stopped).toBe('may-go-on');
    late[0]?.(text('too late'));
    await Promise.resolve();
    expect(played.results()).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('that has ended well by then keeps its result', async () => {
    const cancelCall = new Emitter<ToolCallId>();
    const played = await turn({
      answers: [calls(['mcp__s__look', { n: 0 }]), says('done')],
      tools,
      decide: () => READS,
      handler: async () => {
        cancelCall.emit(id(0));
        return text('done all the same');
      },
      more: { cancelCall },
    });
    await played.run();
    expect(played.results()).toEqual(['done all the same']);
    expect(played.state().calls[id(0)]?.result?.stopped).toBeUndefined();
  });

  it('keeps what it had said, and stays stopped whatever a hook makes of its result', async () => {
    const cancelCall = new Emitter<ToolCallId>();
    const played = await turn({
      answers: [calls(['mcp__s__look', { n: 0 }]), says('done')],
      tools,
      decide: () => READS,
      hooks: { postToolUse: [async (_use, { content }) => ({ content, isError: true })] },
      handler: async () => {
        cancelCall.emit(id(0));
        return { ...text('half of it'), isError: true, stopped: 'ended' };
      },
      more: { cancelCall },
    });
    await played.run();
    const result = played.state().calls[id(0)]?.result;
    expect(result?.stopped).toBe('ended');
    expect(played.results()[0]).toMatch(/^The user cancelled this call\. Do not .*half of it$/u);
  });

  it('is no other call: a name that does not run changes nothing', async () => {
    const cancelCall = new Emitter<ToolCallId>();
    const played = await turn({
      answers: [calls(['mcp__s__look', { n: 0 }]), says('done')],
      tools,
      decide: () => READS,
      handler: async (_name, _args, { signal }) => {
        cancelCall.emit(id(7));
        return text(String(signal.aborted));
      },
      more: { cancelCall },
    });
    await played.run();
    expect(played.results()).toEqual(['false']);
  });
});
