import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalOutcome } from '../../shared/approval.js';
import type { JsonObject } from '../../shared/json.js';
import type { Decision } from '../../shared/policy.js';
import { toolNamed } from '../testing/scripted-session.js';
import type { ScriptedAnswer } from '../testing/strict-messages-api.js';
import type { Tool } from '../tools/tool.js';
import { ALLOW, calls, closeApis, CONFIRM, says, schema, text, turn } from './agent-loop.test-kit.js';

afterEach(closeApis);

const once: ApprovalOutcome = { kind: 'allowed', scope: 'once' };
const numbered = (...inputs: readonly number[]): ScriptedAnswer =>
  calls(...inputs.map((n): readonly [string, JsonObject] => ['mcp__s__a', { n }]));
const two = [toolNamed('a', { inputSchema: schema }), toolNamed('b', { inputSchema: schema })];
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the calls of one message', () => {
  it('are one queue that knows how long it is, and give their results in their own order', async () => {
    const answers: ((outcome: ApprovalOutcome) => void)[] = [];
    const played = await turn({
      answers: [numbered(1, 2, 3), says('ok')],
      decide: () => CONFIRM,
      approve: () => new Promise((resolve) => answers.push(resolve)),
    });
    const ended = played.run();
    while (answers.length < 3) await tick();
    expect(played.questions.map(({ queue }) => queue)).toEqual([1, 2, 3].map((at) => ({ at, of: 3 })));
    answers[2]?.(once);
    answers[1]?.({ kind: 'denied', sentence: 'not this one' });
    await tick();
    expect(played.results()).toEqual([]);
    answers[0]?.(once);
    await ended;
    expect(played.ran.map(({ n }) => n)).toEqual([1, 3]);
    expect(played.results()).toEqual(['did a', 'Permission denied by user. The user says: not this one', 'did a']);
    expect(played.refusals()).toEqual([]);
  });

  it('has no queue where only one of them asks', async () => {
    const played = await turn({
      answers: [calls(['mcp__s__a', { n: 1 }], ['mcp__s__b', { n: 1 }]), says('ok')],
      tools: two,
      decide: (name) => (name === 'a' ? ALLOW : CONFIRM),
    });
    await played.run();
    expect(played.questions.map(({ use, queue }) => [use.tool.name, queue])).toEqual([['b', undefined]]);
  });

  it('denies the rest of the turn on demand, the calls of later messages too', async () => {
    const played = await turn({
      answers: [numbered(1, 2), numbered(3), says('ok')],
      decide: () => CONFIRM,
      approve: async (_signal, asked) => {
        // The queue asks whether it is settled when its turn has come.
        if (asked.queue?.at === 2) await tick();
        return (await asked.settled()) ?? { kind: 'denied', rest: true };
      },
    });
    await played.run();
    expect(played.questions).toHaveLength(2);
    expect(played.ran).toEqual([]);
    expect(played.results()).toEqual([
      'Permission denied by user',
      expect.stringMatching(/all further calls of this turn/),
      expect.stringMatching(/all further calls of this turn/),
    ]);
    expect(played.recorded()).toMatchObject([1, 2, 3].map((n) => ({ type: 'refusal', by: 'user', arguments: { n } })));
  });

  it('asks no fourth time about a tool that was denied three times in a turn', async () => {
    let asked = 0;
    const played = await turn({
      answers: [numbered(1, 2), numbered(3), calls(['mcp__s__a', { n: 4 }], ['mcp__s__b', { n: 5 }]), says('ok')],
      tools: two,
      decide: () => CONFIRM,
      approve: async () => ((asked += 1), { kind: 'denied' }),
    });
    await played.run();
    expect(asked).toBe(4);
    expect(played.results().slice(3)).toEqual([
      'Permission denied by user: the user denied a 3 times in this turn and is not asked about it again before the next message.',
      'Permission denied by user',
    ]);
  });

  it('lets an answer settle the questions behind it', async () => {
    let granted = false;
    const played = await turn({
      answers: [numbered(1, 2), says('ok')],
      decide: () => (granted ? ALLOW : CONFIRM),
      approve: async (_signal, asked) => {
        await tick();
        const settled = await asked.settled();
        granted = true;
        return settled ?? { kind: 'allowed', scope: 'chat' };
      },
    });
    await played.run();
    expect(played.ran).toHaveLength(2);
    expect(played.events.filter(({ type }) => type === 'tool-permission')).toMatchObject([
      { permission: { kind: 'user', scope: 'chat' } },
      { permission: { kind: 'automatic' } },
    ]);
    expect(played.recorded()).toMatchObject([
      { type: 'intent', arguments: { n: 1 }, allowedBy: { kind: 'user', scope: 'chat', rule: 'default' } },
      { type: 'outcome', intent: 1 },
      { type: 'intent', arguments: { n: 2 }, allowedBy: { kind: 'rule', rule: 'user-allow' } },
      { type: 'outcome', intent: 3 },
    ]);
  });

  it('decides an automatic call again after the calls before it', async () => {
    let never = false;
    const deny: Decision = { verdict: 'deny', rule: 'user-deny', why: 'never' };
    const played = await turn({
      answers: [numbered(1, 2), says('ok')],
      decide: () => (never ? deny : ALLOW),
      handler: async () => ((never = true), text('did a')),
    });
    await played.run();
    expect(played.results()).toEqual(['did a', 'Permission denied by user']);
  });
});

describe('arguments that the user changes', () => {
  const edit = (args: JsonObject) => ({
    decide: () => CONFIRM,
    approve: async (_signal: AbortSignal, asked: Parameters<NonNullable<Parameters<typeof turn>[0]['approve']>>[1]) => {
      const revised = await asked.revise(args);
      return typeof revised === 'string'
        ? ({ kind: 'denied', sentence: revised } as const)
        : ({ ...once, arguments: args } as const);
    },
  });

  it('are what runs, what the conversation keeps, and what the model is told', async () => {
    const played = await turn({ answers: [numbered(1), says('ok')], ...edit({ n: 7 }) });
    await played.run();
    expect(played.ran).toEqual([{ name: 'a', n: 7 }]);
    expect(played.results()).toEqual(['The user changed the arguments to {"n":7} and allowed the call.did a']);
    expect(Object.values(played.state().calls)[0]).toMatchObject({ editedArguments: { n: 7 }, stage: 'finished' });
  });

  it('are refused where they do not fit the schema', async () => {
    const played = await turn({ answers: [numbered(1), says('ok')], ...edit({ n: 'x' }) });
    await played.run();
    expect(played.ran).toEqual([]);
    expect(played.results()[0]).toMatch(/do not match its schema/);
  });

  it('are decided anew: what policy or a hook forbids of them can not be allowed', async () => {
    const deny: Decision = { verdict: 'deny', rule: 'invariant', why: 'Outside the workspace.' };
    const byPolicy = await turn({
      answers: [numbered(1), says('ok')],
      ...edit({ n: 7 }),
      more: { decide: async (use) => (use.arguments['n'] === 7 ? deny : CONFIRM) },
    });
    await byPolicy.run();
    expect(byPolicy.results()[0]).toMatch(/denied by policy: Outside the workspace/);
    const byHook = await turn({
      answers: [numbered(1), says('ok')],
      ...edit({ n: 7 }),
      hooks: {
        preToolUse: [
          async (use) => (use.arguments['n'] === 7 ? { kind: 'deny', message: 'no sevens' } : { kind: 'proceed' }),
        ],
      },
    });
    await byHook.run();
    expect(byHook.results()[0]).toMatch(/a hook: no sevens/);
    expect([...byPolicy.ran, ...byHook.ran]).toEqual([]);
  });
});

describe('a call whose tool changed after it was allowed', () => {
  const changedOnce = () => {
    let seen = 0;
    return (tool: Tool): Tool => ((seen += 1) === 1 ? { ...tool, fingerprint: 'v2' } : tool);
  };

  it('is asked once more, with what changed, and then runs', async () => {
    const played = await turn({
      answers: [numbered(1), says('ok')],
      decide: () => CONFIRM,
      approve: async () => once,
      more: { current: changedOnce() },
    });
    await played.run();
    expect(played.questions.map(({ changed, use }) => [changed, use.tool.fingerprint])).toMatchObject([
      [undefined, expect.stringMatching(/^[0-9a-f]{64}$/)],
      [['definition'], 'v2'],
    ]);
    expect(played.results()).toEqual(['did a']);
  });

  it('is refused where it changes again', async () => {
    const played = await turn({
      answers: [numbered(1), says('ok')],
      decide: () => CONFIRM,
      approve: async () => once,
      more: { current: (tool) => ({ ...tool, fingerprint: `${tool.fingerprint}x` }) },
    });
    await played.run();
    expect(played.questions).toHaveLength(2);
    expect(played.ran).toEqual([]);
    expect(played.results()[0]).toMatch(/the definition of the tool changed after it was allowed/);
  });
});

describe('a turn that has read text from outside', () => {
  it('tells policy of it for the calls of later messages, not for those that were asked for before', async () => {
    const played = await turn({
      answers: [numbered(1, 2), numbered(3), says('ok')],
      decide: () => CONFIRM,
      approve: async () => once,
    });
    await played.run();
    expect(played.questions.map(({ use }) => use.readBefore)).toEqual([
      undefined,
      undefined,
      [{ kind: 'server', name: 's' }],
    ]);
    expect(Object.values(played.state().calls)[0]?.result?.origin).toEqual({ kind: 'server', name: 's' });
  });

  it.each([
    { kind: 'file', path: 'harmless.txt' },
    { kind: 'hook', event: 'PostToolUse' },
  ] as const)('takes no word of a server for where its result comes from, such as %j', async (origin) => {
    const played = await turn({
      answers: [numbered(1), says('ok')],
      handler: async () => ({ ...text('x'), origin }),
    });
    await played.run();
    expect(Object.values(played.state().calls)[0]?.result?.origin).toEqual({ kind: 'server', name: 's' });
  });

  it('says nothing of it where the setting is off, or the call did not run', async () => {
    const off = await turn({
      answers: [numbered(1), numbered(2), says('ok')],
      more: { asksAfterReading: () => false },
    });
    await off.run();
    const denied = await turn({ answers: [numbered(1), numbered(2), says('ok')], decide: () => CONFIRM });
    await denied.run();
    expect(denied.questions.map(({ use }) => use.readBefore)).toEqual([undefined, undefined]);
    expect(Object.values(denied.state().calls)[0]?.result?.origin).toBeUndefined();
  });
});
