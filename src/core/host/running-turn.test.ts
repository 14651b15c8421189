import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { ownText } from '../../shared/hook-words.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId, ToolCallId, TurnOutcome } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { createMemoryConversationStore } from '../conversation/memory-conversation-store.js';
import { toModelMessages } from '../conversation/to-model-messages.js';
import { ManualClock } from '../testing/manual-clock.js';
import { checkMessagesRequest } from '../testing/messages-request-check.js';
import { ConversationBook } from './conversation-book.js';
import { ConversationRunner } from './conversation-runner.js';
import type { TurnControls } from './running-turn.js';

interface Turn {
  readonly emit: (event: AgentEvent) => void;
  readonly controls: TurnControls;
  readonly end: (outcome: TurnOutcome) => void;
}

const callId = branded<ToolCallId>('k');
const COMPLETED = { kind: 'completed' } as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A chat whose turns do what a test says, under a clock that it moves. */
function chat() {
  const clock = new ManualClock();
  let ids = 0;
  const newId = () => `id${(ids += 1)}`;
  const store = createMemoryConversationStore();
  const book = new ConversationBook({ store, now: () => clock.now(), newId });
  const turns: Turn[] = [];
  const runTurn = (_id: ConversationId, emit: Turn['emit'], controls: TurnControls) =>
    new Promise<TurnOutcome>((resolve) => turns.push({ emit, controls, end: resolve }));
  const runner = new ConversationRunner({ book, runTurn, clock, newId });
  const { id } = book.create();
  const turn = (n: number): Turn => {
    const found = turns[n];
    if (found === undefined) throw new Error(`there is no turn ${n}`);
    return found;
  };
  const said = () => book.state(id).messages.flatMap((message) => (message.role === 'user' ? [ownText(message)] : []));
  const queued = () => (book.state(id).queue ?? []).map((message) => message.text);
  return { clock, store, book, runner, id, turns, turn, said, queued, state: () => book.state(id) };
}

/** The model asks for one call of a server, which runs. */
function startCall({ emit }: Turn, serverId: string): void {
  const message = { role: 'assistant', id: branded<MessageId>('m'), at: 0, model: 'x', complete: true } as const;
  const blocks = [{ type: 'tool_use', id: callId, name: 'mcp__s__a', input: {} }] as const;
  emit({ type: 'assistant-finished', message: { ...message, blocks, stopReason: 'tool_use' } });
  const tool = { serverId: branded<ServerId>(serverId), serverName: 's', tool: branded<RawToolName>('a') };
  emit({ type: 'tool-resolved', callId, ...tool, badges: [] });
  emit({ type: 'tool-running', callId, at: 0 });
}

describe('a turn that is stopped', () => {
  it('ends in the chat a moment later, whatever takes its time to give up', async () => {
    const { runner, id, turn, clock, state, turns } = chat();
    runner.send(id, 'go');
    startCall(turn(0), 's');
    runner.stop(id);
    expect(turn(0).controls.signal.aborted).toBe(true);
    clock.advance(149);
    expect(state().turn.kind).toBe('running');
    clock.advance(1);
    expect(state().turn).toMatchObject({ kind: 'ended', outcome: { kind: 'cancelled' } });
    expect(state().calls['k']).toMatchObject({ stage: 'finished', result: { stopped: 'may-go-on', isError: true } });
    runner.send(id, 'next');
    expect(turns).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  it('hears nothing any more of what then comes of it, and leaves a history that can be sent', async () => {
    const { runner, id, turn, clock, state, store } = chat();
    runner.send(id, 'go');
    startCall(turn(0), 's');
    runner.stop(id);
    clock.advance(200);
    runner.send(id, 'next');
    const before = state();
    const result = { content: [{ type: 'text', text: 'late' }], isError: false } as const;
    turn(0).emit({ type: 'tool-finished', callId, result, at: 9 });
    turn(0).end({ kind: 'cancelled' });
    await settled();
    expect(state()).toBe(before);
    expect(JSON.stringify(store.events(id))).not.toContain('late');
    const sent = { model: 'm', max_tokens: 1, messages: toModelMessages(state()) };
    expect(checkMessagesRequest(sent)).toBeUndefined();
    expect(JSON.stringify(sent)).toContain('may still be working');
  });

  it('says of a built-in tool only that it was stopped', () => {
    const { runner, id, turn, clock, state } = chat();
    runner.send(id, 'go');
    startCall(turn(0), 'gatehouse');
    runner.stop(id);
    clock.advance(150);
    expect(state().calls['k']?.result?.stopped).toBe('ended');
  });

  it('is waited for to the end where the chat is deleted or the app closes', async () => {
    const { runner, id, turn, clock } = chat();
    runner.send(id, 'go');
    runner.stop(id);
    clock.advance(150);
    let closed = false;
    const closing = runner.close().then(() => (closed = true));
    await settled();
    expect(closed).toBe(false);
    turn(0).end({ kind: 'cancelled' });
    await closing;
    expect(closed).toBe(true);
  });
});

describe('what is said while a turn runs', () => {
  it('waits, is stored, and is sent in its order after each turn that ended well', async () => {
    const { runner, id, turn, said, queued, store } = chat();
    runner.send(id, 'one');
    runner.queue(id, 'two');
    runner.queue(id, 'three');
    expect(queued()).toEqual(['two', 'three']);
    expect(JSON.stringify(store.events(id))).toContain('three');
    turn(0).end(COMPLETED);
    await settled();
    expect([said(), queued()]).toEqual([['one', 'two'], ['three']]);
    turn(1).end(COMPLETED);
    await settled();
    expect([said(), queued()]).toEqual([['one', 'two', 'three'], []]);
  });

  it.each<TurnOutcome>([
    { kind: 'failed', code: 'x', message: 'y' },
    { kind: 'limit', rounds: 3 },
    { kind: 'cancelled' },
  ])('stays where the turn ended otherwise, and is sent when the user says so: %j', async (outcome) => {
    const { runner, id, turn, said, queued, state } = chat();
    runner.send(id, 'one');
    runner.queue(id, 'two');
    turn(0).end(outcome);
    await settled();
    expect(queued()).toEqual(['two']);
    runner.sendQueued(id, state().queue?.[0]?.id ?? '');
    expect([said(), queued()]).toEqual([['one', 'two'], []]);
  });

  it('can be taken out, until it was sent', async () => {
    const { runner, id, turn, queued, state } = chat();
    runner.send(id, 'one');
    runner.queue(id, 'two');
    runner.queue(id, 'three');
    const [two = { id: '' }, three = { id: '' }] = state().queue ?? [];
    runner.unqueue(id, three.id);
    expect(queued()).toEqual(['two']);
    turn(0).end(COMPLETED);
    await settled();
    expect(() => runner.unqueue(id, two.id)).toThrow(/does not wait any more/);
  });

  it('interrupts the turn where the user wants it said now', async () => {
    const { runner, id, turn, clock, said, queued, state } = chat();
    runner.send(id, 'one');
    runner.queue(id, 'two');
    runner.queue(id, 'now');
    runner.sendQueued(id, state().queue?.[1]?.id ?? '');
    expect(turn(0).controls.signal.aborted).toBe(true);
    clock.advance(150);
    expect([said(), queued()]).toEqual([['one', 'now'], ['two']]);
    expect(state().turn.kind).toBe('running');
  });

  it('is sent at once where no turn runs, and is refused where it is empty or too many wait', async () => {
    const { runner, id, said } = chat();
    runner.queue(id, 'one');
    expect(said()).toEqual(['one']);
    expect(() => runner.queue(id, '  ')).toThrow(/empty/);
    for (let n = 0; n < 20; n += 1) runner.queue(id, `${n}`);
    expect(() => runner.queue(id, 'more')).toThrow(/wait already/);
  });

  it('is sent with what hooks added to it when it was written', async () => {
    const { runner, id, turn, state } = chat();
    runner.send(id, 'one');
    runner.queue(id, 'two', { context: ['It is Sunday.'] });
    turn(0).end(COMPLETED);
    await settled();
    expect(state().messages.at(-1)?.blocks).toMatchObject([
      { text: 'two' },
      { text: '[Added by a UserPromptSubmit hook]\nIt is Sunday.' },
    ]);
  });

  it('is no part of a chat that branches off', () => {
    const { runner, book, id, state } = chat();
    runner.send(id, 'one');
    runner.queue(id, 'two');
    const branch = book.branch(id, state().messages[0]?.id ?? '');
    expect(book.state(branch.id).queue).toBeUndefined();
  });
});
