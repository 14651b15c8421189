import { describe, expect, it, vi } from 'vitest';
import type { ApprovalId, ApprovalOutcome } from '../../shared/approval.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, ToolCallId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { ManualClock } from '../testing/manual-clock.js';
import { ApprovalBroker, type ApprovalQuestion } from './approval-broker.js';
import type { ApprovalPresenter } from './approval-presenter.js';
import { ApprovalToken, type CallFacts, TOKEN_LIFE_MS } from './approval-token.js';

const never = new AbortController().signal;
const denied: ApprovalOutcome = { kind: 'denied' };
const once: ApprovalOutcome = { kind: 'allowed', scope: 'once' };
const always: ApprovalOutcome = { kind: 'allowed', scope: 'always' };

function question(callId = 'call', args: JsonObject = { a: 1 }): ApprovalQuestion {
  return {
    conversationId: branded<ConversationId>('chat'),
    callId: branded<ToolCallId>(callId),
    serverId: branded<ServerId>('s'),
    serverName: 'notes',
    tool: branded<RawToolName>('add_note'),
    description: '',
    annotations: {},
    arguments: args,
    fingerprint: 'f',
    connectionId: 'c1',
    decision: { verdict: 'confirm', rule: 'default', why: '' },
    scopes: ['once', 'chat'],
  };
}

function brokerWith(presenter: AutoPresenter): { readonly broker: ApprovalBroker; readonly clock: ManualClock } {
  const clock = new ManualClock(1000);
  return { broker: new ApprovalBroker({ presenter, clock, timeoutMs: () => 600 }), clock };
}

/** Lets everything that waits for nothing but promises happen. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function failAtOnce(): never {
  throw new Error('no display');
}

describe('the approval broker', () => {
  it('gives the answer of the user, and leaves no timer behind', async () => {
    const presenter = new AutoPresenter(once, denied);
    const { broker, clock } = brokerWith(presenter);
    expect(await broker.ask(question(), never).outcome).toEqual(once);
    expect(await broker.ask(question(), never).outcome).toEqual(denied);
    await settled();
    expect([broker.pending(), clock.pending]).toEqual([[], 0]);
  });

  it('asks with frozen arguments and their hash, whatever happens to the originals', async () => {
    const presenter = new AutoPresenter();
    const { broker } = brokerWith(presenter);
    const args = { path: 'a', deep: { list: [1] } };
    const { request } = broker.ask(question('call', args), never);
    args.deep.list.push(2);
    args.path = 'b';
    expect(presenter.asked).toEqual([request]);
    expect(request.arguments).toEqual({ path: 'a', deep: { list: [1] } });
    expect(Object.isFrozen(request.arguments['deep'])).toBe(true);
    expect(request.argumentsHash).toMatch(/^[0-9a-f]{64}$/u);
    broker.close();
  });

  it('shows one question at a time, in order, and each gets its own outcome', async () => {
    const presenter = new AutoPresenter();
    const { broker } = brokerWith(presenter);
    const outcomes = ['1', '2', '3'].map((id) => broker.ask(question(id), never).outcome);
    expect(broker.pending().map((view) => view.callId)).toEqual(['1', '2', '3']);
    for (const answer of [once, denied, once]) {
      await settled();
      presenter.answer(answer);
    }
    expect(await Promise.all(outcomes)).toEqual([once, denied, once]);
    expect(presenter.asked.map((request) => request.callId)).toEqual(['1', '2', '3']);
    expect(presenter.mostOpen).toBe(1);
  });

  it('takes the question of a cancelled turn away, shown or waiting', async () => {
    const presenter = new AutoPresenter();
    const { broker } = brokerWith(presenter);
    const [first, second] = [new AbortController(), new AbortController()];
    const shown = broker.ask(question('1'), first.signal);
    const waiting = broker.ask(question('2'), second.signal);
    const last = broker.ask(question('3'), never);
    second.abort();
    first.abort();
    expect(await shown.outcome).toEqual({ kind: 'cancelled' });
    expect(await waiting.outcome).toEqual({ kind: 'cancelled' });
    await settled();
    expect(presenter.asked.map((request) => request.callId)).toEqual(['1', '3']);
    presenter.answer(once);
    expect(await last.outcome).toEqual(once);
  });

  it('asks nothing for a turn that is cancelled already', async () => {
    const presenter = new AutoPresenter();
    const { broker } = brokerWith(presenter);
    expect(await broker.ask(question(), AbortSignal.abort()).outcome).toEqual({ kind: 'cancelled' });
    expect(presenter.asked).toEqual([]);
  });

  it('says unanswered, not denied, when the time is over; a waiting question has its own time', async () => {
    const presenter = new AutoPresenter();
    const { broker, clock } = brokerWith(presenter);
    const first = broker.ask(question('1'), never);
    const second = broker.ask(question('2'), never);
    clock.advance(599);
    expect(broker.pending()).toHaveLength(2);
    clock.advance(1);
    expect(await first.outcome).toEqual({ kind: 'unanswered' });
    await settled();
    clock.advance(599);
    presenter.answer(once);
    expect(await second.outcome).toEqual(once);
  });

  it('lets the page deny, shown or waiting, and ignores the answer that comes after', async () => {
    const presenter = new AutoPresenter();
    const { broker } = brokerWith(presenter);
    const first = broker.ask(question('1'), never);
    const second = broker.ask(question('2'), never);
    expect(broker.deny(second.request.id)).toBe(true);
    expect(broker.deny(first.request.id)).toBe(true);
    expect(broker.deny(first.request.id)).toBe(false);
    expect(await Promise.all([first.outcome, second.outcome])).toEqual([denied, denied]);
    await settled();
    expect(presenter.asked).toHaveLength(1);
  });

  it('brings the shown question to the front for any that is pending', () => {
    const presenter = new AutoPresenter();
    const { broker } = brokerWith(presenter);
    broker.ask(question('1'), never);
    const waiting = broker.ask(question('2'), never);
    expect(broker.focus(waiting.request.id)).toBe(true);
    expect(broker.focus(branded<ApprovalId>('gone'))).toBe(false);
    expect(presenter.focused).toBe(1);
    broker.close();
  });

  it('tells each change of the queue', async () => {
    const { broker } = brokerWith(new AutoPresenter(once));
    const seen: number[] = [];
    broker.onChange(() => seen.push(broker.pending().length));
    await broker.ask(question(), never).outcome;
    expect(seen).toEqual([1, 0]);
  });

  it('takes no allow with a scope that was not offered', async () => {
    const { broker } = brokerWith(new AutoPresenter(always));
    expect(await broker.ask(question(), never).outcome).toEqual({ kind: 'unanswered' });
  });

  it('outlives a presenter that fails, at once or later', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { broker } = brokerWith(new AutoPresenter(failAtOnce, () => Promise.reject(new Error('gone')), once));
    expect(await broker.ask(question(), never).outcome).toEqual({ kind: 'unanswered' });
    expect(await broker.ask(question(), never).outcome).toEqual({ kind: 'unanswered' });
    expect(await broker.ask(question(), never).outcome).toEqual(once);
    expect(said).toHaveBeenCalledTimes(2);
    said.mockRestore();
  });

  it('goes on after a presenter that does not take its question away', async () => {
    const stuck = new Promise<ApprovalOutcome>(() => {});
    const { broker, clock } = brokerWith(new AutoPresenter(() => stuck, once));
    const first = broker.ask(question('1'), never);
    const second = broker.ask(question('2'), never);
    broker.deny(first.request.id);
    await settled();
    expect(broker.pending()).toHaveLength(1);
    clock.advance(2000);
    expect(await second.outcome).toEqual(once);
  });

  it('cancels everything when it closes, and what comes after', async () => {
    const { broker } = brokerWith(new AutoPresenter());
    const open = [broker.ask(question('1'), never), broker.ask(question('2'), never)];
    broker.close();
    broker.close();
    const late = broker.ask(question('3'), never);
    const outcomes = await Promise.all([...open, late].map((put) => put.outcome));
    expect(outcomes).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }, { kind: 'cancelled' }]);
  });

  it('hands on what the user wants the model to know, and nothing for blanks', async () => {
    const { broker } = brokerWith(new AutoPresenter());
    const told = broker.ask(question('1'), never);
    const bare = broker.ask(question('2'), never);
    broker.deny(told.request.id, ' not today ');
    broker.deny(bare.request.id, '  ');
    expect([await told.outcome, await bare.outcome]).toEqual([{ kind: 'denied', sentence: 'not today' }, denied]);
  });

  it('does not show what was settled while it waited', async () => {
    const presenter = new AutoPresenter(once);
    const { broker } = brokerWith(presenter);
    const first = broker.ask(question('1'), never);
    const second = broker.ask(question('2'), never, { settled: () => ({ kind: 'overtaken' }) });
    expect(await first.outcome).toEqual(once);
    expect(await second.outcome).toEqual({ kind: 'overtaken' });
    expect(presenter.asked.map((request) => request.callId)).toEqual(['1']);
  });

  it('looks up what the call would do right before it is shown', async () => {
    const presenter = new AutoPresenter();
    const { broker } = brokerWith(presenter);
    let command = 'early';
    broker.ask(question('1'), never);
    broker.ask(question('2'), never, { preview: async () => ({ kind: 'command', command, folder: '/w' }) });
    command = 'late';
    presenter.answer(once);
    await settled();
    expect(presenter.asked[1]?.preview).toEqual({ kind: 'command', command: 'late', folder: '/w' });
    broker.close();
  });

  it('allows changed arguments only as they were decided anew, with the scopes they may have', async () => {
    const answers: unknown[] = [];
    const edits = async (args: JsonObject, scope: 'once' | 'chat'): Promise<ApprovalOutcome> => {
      const presenter: ApprovalPresenter = {
        focus: () => undefined,
        present: async (request, _signal, revise) => {
          const next = await revise(args);
          answers.push(typeof next === 'string' ? next : [next.id === request.id, next.edited, next.arguments]);
          return { kind: 'allowed', scope };
        },
      };
      const broker = new ApprovalBroker({ presenter, clock: new ManualClock(), timeoutMs: () => 600 });
      const revise = async (next: JsonObject): Promise<ApprovalQuestion | string> =>
        next['a'] === 2 ? { ...question('call', next), scopes: ['once'] } : 'forbidden';
      return broker.ask(question(), never, { revise }).outcome;
    };
    expect(await edits({ a: 2 }, 'once')).toEqual({ ...once, arguments: { a: 2 } });
    // It was offered for the arguments before, not for these.
    expect(await edits({ a: 2 }, 'chat')).toEqual({ kind: 'unanswered' });
    expect(await edits({ a: 3 }, 'chat')).toEqual({ kind: 'allowed', scope: 'chat' });
    expect(answers).toEqual([[true, true, { a: 2 }], [true, true, { a: 2 }], 'forbidden']);
  });
});

describe('a token of an allowed call', () => {
  const call: CallFacts = {
    callId: branded<ToolCallId>('call'),
    serverId: branded<ServerId>('s'),
    tool: branded<RawToolName>('t'),
    arguments: { a: 1, b: { c: 2 } },
    fingerprint: 'f',
    connectionId: 'c1',
  };

  it('is good for that very call, once', () => {
    const token = new ApprovalToken(call, new ManualClock());
    expect(token.redeem({ ...call, arguments: { b: { c: 2 }, a: 1 } })).toBeUndefined();
    expect(token.redeem(call)?.sentence).toBe('The call was not sent: its permission has been used already.');
  });

  it.each<[string, Partial<CallFacts>]>([
    ['the call', { callId: branded<ToolCallId>('other') }],
    ['the server', { serverId: branded<ServerId>('other') }],
    ['the tool', { tool: branded<RawToolName>('other') }],
    ['its arguments', { arguments: { a: 1, b: { c: 3 } } }],
    ['the definition of the tool', { fingerprint: 'g' }],
    ['the connection to the server', { connectionId: 'c2' }],
  ])('is refused where %s changed, and then for good', (name, change) => {
    const token = new ApprovalToken(call, new ManualClock());
    expect(token.redeem({ ...call, ...change })?.sentence).toBe(
      `The call was not sent: ${name} changed after it was allowed.`,
    );
    expect(token.redeem(call)?.sentence).toContain('used already');
  });

  it('sees arguments that were changed in place', () => {
    const list = [1];
    const mutable = { ...call, arguments: { list } };
    const token = new ApprovalToken(mutable, new ManualClock());
    list.push(2);
    expect(token.redeem(mutable)?.sentence).toContain('its arguments changed');
  });

  it('is refused after five minutes', () => {
    const clock = new ManualClock();
    const [fresh, old] = [new ApprovalToken(call, clock), new ApprovalToken(call, clock)];
    clock.advance(TOKEN_LIFE_MS - 1);
    expect(fresh.redeem(call)).toBeUndefined();
    clock.advance(1);
    expect(old.redeem(call)?.sentence).toContain('older than five minutes');
  });
});
