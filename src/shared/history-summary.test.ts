import { describe, expect, it } from 'vitest';
import type { AgentEvent } from './agent-event.js';
import { isPassingEvent } from './agent-event.js';
import { applyEvent, emptyConversation } from './apply-event.js';
import { branded } from './brand.js';
import type { ConversationId, MessageId, TurnId } from './conversation.js';
import { activeSummary, type SummaryId } from './history-summary.js';

const message = (id: string) => branded<MessageId>(id);
const said = (id: string): AgentEvent => ({
  type: 'user-message',
  message: { role: 'user', id: message(id), at: 1, blocks: [{ type: 'text', text: id }] },
});
const summary = (id: string, upTo: string, madeAt: string): AgentEvent => ({
  type: 'history-summarised',
  summary: {
    id: branded<SummaryId>(id),
    upTo: message(upTo),
    madeAt: message(madeAt),
    text: `of ${upTo}`,
    model: 'm',
    at: 1,
    usage: { inputTokens: 10, outputTokens: 2 },
    origins: [],
  },
});
const undo = (id: string): AgentEvent => ({ type: 'summary-undone', summaryId: branded<SummaryId>(id), at: 2 });
const rewind = (...ids: readonly string[]): AgentEvent => ({
  type: 'history-rewound',
  messageIds: ids.map(message),
  at: 3,
});
const after = (...events: readonly AgentEvent[]) =>
  events.reduce(applyEvent, emptyConversation(branded<ConversationId>('c')));

describe('a summary of earlier messages', () => {
  it('takes the place of the one before it, and leaves every message where it is', () => {
    const state = after(said('a'), said('b'), summary('s1', 'a', 'b'), said('c'), summary('s2', 'b', 'c'));
    expect(activeSummary(state)?.text).toBe('of b');
    expect(state.messages.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(state.requests?.map(({ kind, id }) => [kind, id])).toEqual([
      ['summary', 's1'],
      ['summary', 's2'],
    ]);
  });

  it('goes with a message that it stands for, and the one before it holds again', () => {
    const state = after(said('a'), said('b'), said('c'), summary('s1', 'a', 'c'), said('d'), summary('s2', 'c', 'd'));
    expect(activeSummary(applyEvent(state, rewind('d')))?.id).toBe('s2');
    expect(activeSummary(applyEvent(state, rewind('c', 'd')))?.id).toBe('s1');
    const none = applyEvent(state, rewind('a', 'b', 'c', 'd'));
    expect(activeSummary(none)).toBeUndefined();
    // What was paid for stays paid for.
    expect(none.requests).toHaveLength(2);
  });

  it('goes when the user undoes it, with those before it, and the place is remembered', () => {
    const state = after(said('a'), said('b'), summary('s1', 'a', 'b'), said('c'), summary('s2', 'b', 'c'));
    const undone = applyEvent(state, undo('s2'));
    expect(activeSummary(undone)).toBeUndefined();
    expect(undone.keptWhole).toEqual(['b']);
    expect(applyEvent(state, undo('s1'))).toBe(state);
    expect(applyEvent(undone, undo('s2'))).toBe(undone);
  });

  it('says that it is being made, or why it was not, until the next turn; neither is stored', () => {
    const turn: AgentEvent = { type: 'turn-started', turnId: branded<TurnId>('t'), at: 5 };
    const started: AgentEvent = { type: 'summary-started', at: 7 };
    const why = { code: 'no-summary', message: 'The model refused.' };
    const failed: AgentEvent = { type: 'summary-failed', why, at: 8 };
    expect(after(turn, started).summaryWork).toEqual({ kind: 'running', since: 7 });
    expect(after(turn, started, summary('s', 'a', 'a')).summaryWork).toBeUndefined();
    expect(after(turn, started, failed).summaryWork).toEqual({ kind: 'failed', why });
    expect(after(turn, started, failed, turn).summaryWork).toBeUndefined();
    expect([started, failed, summary('s', 'a', 'a'), undo('s')].map(isPassingEvent)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
