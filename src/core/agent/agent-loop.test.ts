import { afterEach, describe, expect, it } from 'vitest';
import { isJsonObject } from '../../shared/json.js';
import type { Decision } from '../../shared/policy.js';
import { GatehouseError } from '../errors.js';
import { toolNamed } from '../testing/scripted-session.js';
import type { ScriptedAnswer } from '../testing/strict-messages-api.js';
import { calls, closeApis, CONFIRM, says, text, turn, type Wanted } from './agent-loop.test-kit.js';

afterEach(closeApis);

describe('runAgentLoop', () => {
  it('goes round: pool, model, calls in order, results, until the model stops', async () => {
    const played = await turn({ answers: [calls(['mcp__s__a', { n: 1 }], ['mcp__s__a', { n: 2 }]), says('done')] });
    expect(await played.run()).toEqual({ kind: 'completed' });
    expect(played.ran).toEqual([
      { name: 'a', n: 1 },
      { name: 'a', n: 2 },
    ]);
    const decided = 'tool-resolved tool-decided';
    const ran = 'tool-permission tool-running tool-finished';
    expect(played.types().join(' ')).toBe(
      `user-message assistant-started tool-call-started tool-call-started assistant-finished ${decided} ${decided} ${ran} ${ran} ` +
        'assistant-started assistant-finished',
    );
    expect(played.refusals()).toEqual([]);
  });

  it('offers every good tool and asks for 8000 tokens, with a bad tool beside it', async () => {
    const bad = toolNamed('bad', { inputSchema: { type: 'array' } });
    const played = await turn({ answers: [says('ok')], tools: [toolNamed('a'), bad] });
    await played.run();
    const body = played.api.requests[0]?.body;
    expect(isJsonObject(body) && body['max_tokens']).toBe(8000);
    expect(JSON.stringify(isJsonObject(body) && body['tools'])).toContain('mcp__s__a');
    expect(JSON.stringify(isJsonObject(body) && body['tools'])).not.toContain('bad');
    expect(played.refusals()).toEqual([]);
  });

  it.each<[string, Partial<Wanted>, ScriptedAnswer, RegExp]>([
    ['an unknown tool', {}, calls(['mcp__s__zzz', {}]), /^There is no tool "mcp__s__zzz"/],
    ['arguments that do not fit', {}, calls(['mcp__s__a', { n: 'x' }]), /do not match its schema/],
    [
      'a policy that denies',
      { decide: () => ({ verdict: 'deny', rule: 'invariant', why: 'Outside.' }) },
      calls(['mcp__s__a', { n: 1 }]),
      /^Permission denied by policy: Outside\.$/,
    ],
    ['a user who denies', { decide: () => CONFIRM }, calls(['mcp__s__a', { n: 1 }]), /^Permission denied by user$/],
    [
      'a user who does not answer',
      { decide: () => CONFIRM, approve: async () => ({ kind: 'unanswered' }) },
      calls(['mcp__s__a', { n: 1 }]),
      /^The user did not answer/,
    ],
    [
      'a question that fails',
      { decide: () => CONFIRM, approve: async () => Promise.reject(new Error('no screen')) },
      calls(['mcp__s__a', { n: 1 }]),
      /no screen/,
    ],
    [
      'a policy that throws',
      {
        decide: () => {
          throw new Error('lost');
        },
      },
      calls(['mcp__s__a', { n: 1 }]),
      /^Permission denied by policy: .*lost/,
    ],
    [
      'a hook that denies',
      { hooks: { preToolUse: [async () => ({ kind: 'deny', message: 'not on Sundays' })] } },
      calls(['mcp__s__a', { n: 1 }]),
      /not on Sundays/,
    ],
    [
      'a hook that throws',
      { hooks: { preToolUse: [async () => Promise.reject(new Error('broken hook'))] } },
      calls(['mcp__s__a', { n: 1 }]),
      /broken hook/,
    ],
    [
      'a tool that is gone',
      { more: { current: () => undefined } },
      calls(['mcp__s__a', { n: 1 }]),
      /does not offer a any more/,
    ],
    [
      'a tool that changes each time',
      { more: { current: (tool) => ({ ...tool, fingerprint: `${tool.fingerprint}x` }) } },
      calls(['mcp__s__a', { n: 1 }]),
      /definition of the tool changed/,
    ],
  ])('tells the model of %s, and the call does not run', async (_name, wanted, answer, said) => {
    const played = await turn({ ...wanted, answers: [answer, says('I see')] });
    expect(await played.run()).toEqual({ kind: 'completed' });
    expect(played.results()).toHaveLength(1);
    expect(played.results()[0]).toMatch(said);
    expect(played.ran).toEqual([]);
    expect(played.types()).not.toContain('tool-running');
    expect(played.refusals()).toEqual([]);
  });

  it('makes a result of a call that throws', async () => {
    const played = await turn({
      answers: [calls(['mcp__s__a', { n: 1 }]), says('ok')],
      handler: async () => Promise.reject(new GatehouseError('timeout', 's did not answer in 60 s.')),
    });
    expect(await played.run()).toEqual({ kind: 'completed' });
    expect(played.results()).toEqual(['MCP error: s did not answer in 60 s.']);
  });

  it('runs an allowed call with exactly the arguments that were asked for, frozen', async () => {
    const input = { n: 1, a: '', e: '😀', q: '"\\' };
    let frozen = false;
    const played = await turn({
      answers: [calls(['mcp__s__a', input]), says('ok')],
      decide: () => CONFIRM,
      approve: async () => ({ kind: 'allowed', scope: 'once' }),
      handler: async (_name, args) => {
        frozen = Object.isFrozen(args);
        return text('ok');
      },
    });
    await played.run();
    expect(played.ran).toEqual([{ name: 'a', ...input }]);
    expect(frozen).toBe(true);
  });

  it('never runs a call that the user allowed after policy was set to never', async () => {
    let decided = 0;
    const deny: Decision = { verdict: 'deny', rule: 'user-deny', why: 'never' };
    const played = await turn({
      answers: [calls(['mcp__s__a', { n: 1 }]), says('ok')],
      decide: () => ((decided += 1) === 1 ? CONFIRM : deny),
      approve: async () => ({ kind: 'allowed', scope: 'once' }),
    });
    await played.run();
    expect(played.ran).toEqual([]);
    expect(played.results()).toEqual(['Permission denied by user']);
  });

  it('stops at the cap on rounds and can go on from there', async () => {
    const again = calls(['mcp__s__a', { n: 1 }]);
    const played = await turn({
      answers: [again, again, says('end')],
      more: { limits: { maxRounds: 2, maxTokens: 8000, maxStopHookRounds: 2 } },
    });
    expect(await played.run()).toEqual({ kind: 'limit', rounds: 2 });
    expect(await played.run()).toEqual({ kind: 'completed' });
    expect(played.refusals()).toEqual([]);
  });

  it('runs nothing of a stream that was cut, and the same history can be sent again', async () => {
    const whole = calls(['mcp__s__a', { n: 1 }]);
    for (const cutAfterBytes of [1, 300, 700, 900]) {
      const cut = { ...whole, cutAfterBytes } as ScriptedAnswer;
      // oxlint-disable-next-line no-await-in-loop -- one server at a time
      const played = await turn({ answers: [cut, says('ok')] });
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await played.run()).toMatchObject({ kind: 'failed' });
      expect(played.ran).toEqual([]);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await played.run()).toEqual({ kind: 'completed' });
      expect(played.refusals()).toEqual([]);
    }
  });

  it('does not run a call of an answer that hit its limit of tokens, and tells the model', async () => {
    const limited = { ...calls(['mcp__s__a', { n: 1 }]), stopReason: 'max_tokens' } as ScriptedAnswer;
    const played = await turn({ answers: [limited, says('shorter')] });
    expect(await played.run()).toEqual({ kind: 'completed' });
    expect(played.ran).toEqual([]);
    expect(played.results()[0]).toMatch(/cut at its limit of tokens/);
    expect(played.refusals()).toEqual([]);
  });

  it.each([
    ['max_tokens', 'max-tokens'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'context-full'],
  ])('ends a turn that stops with %s as failed, with a next step', async (stopReason, code) => {
    const played = await turn({ answers: [{ ...says('half'), stopReason } as ScriptedAnswer] });
    expect(await played.run()).toMatchObject({ kind: 'failed', code });
  });

  it('gives every call exactly one result when it is stopped in the middle of one', async () => {
    const played = await turn({
      answers: [calls(['mcp__s__a', { n: 1 }], ['mcp__s__a', { n: 2 }], ['mcp__s__a', { n: 3 }]), says('hello again')],
      handler: (_name, args, { signal }) =>
        args['n'] === 1
          ? Promise.resolve(text('one'))
          : new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new GatehouseError('cancelled', 'stopped')));
              played.stop.abort();
            }),
    });
    expect(await played.run()).toEqual({ kind: 'cancelled' });
    expect(played.ran).toHaveLength(2);
    expect(played.results()).toHaveLength(3);
    expect(played.results()[1]).toMatch(/may still be working/);
    expect(played.results()[2]).toMatch(/before this call ran/);
  });

  it('lets a Stop hook ask for rounds, within bounds', async () => {
    const played = await turn({
      answers: [says('1'), says('2'), says('3'), says('4')],
      hooks: { stop: [async () => 'Have you looked again?'] },
    });
    expect(await played.run()).toEqual({ kind: 'completed' });
    expect(played.api.requests.filter((request) => request.method === 'POST')).toHaveLength(3);
  });

  it('lets a PostToolUse hook replace the result, and keeps it when the hook throws', async () => {
    const played = await turn({
      answers: [calls(['mcp__s__a', { n: 1 }]), says('ok')],
      hooks: { postToolUse: [async () => text('replaced'), async () => Promise.reject(new Error('no'))] },
    });
    await played.run();
    expect(played.results()).toEqual(['replaced']);
  });

  it('does not call a tool whose running could not be stored', async () => {
    const played = await turn({
      answers: [calls(['mcp__s__a', { n: 1 }])],
      more: {
        emit: (event) => {
          if (event.type === 'tool-running') throw new GatehouseError('disk-full', 'The disk is full.');
        },
        history: () => [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      },
    });
    await expect(played.run()).rejects.toMatchObject({ code: 'disk-full' });
    expect(played.ran).toEqual([]);
  });
});
