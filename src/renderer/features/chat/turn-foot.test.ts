import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../shared/agent-event.js';
import { applyEvent, emptyConversation } from '../../../shared/apply-event.js';
import { branded } from '../../../shared/brand.js';
import type { ConversationId, MessageId, ToolCallId, TurnId, TurnOutcome } from '../../../shared/conversation.js';
import { turnFoot } from './turn-foot.js';

const messageId = branded<MessageId>('a');
const callId = branded<ToolCallId>('k');
const turnId = branded<TurnId>('t');
const started: AgentEvent = { type: 'turn-started', turnId, at: 0 };
const speaks: AgentEvent = { type: 'assistant-started', messageId, model: 'm', at: 0 };
const text: AgentEvent = { type: 'text-delta', messageId, text: 'hi' };
const calls: AgentEvent = { type: 'tool-call-started', messageId, callId, wireName: 'w' };
const ended = (outcome: TurnOutcome): AgentEvent => ({ type: 'turn-finished', turnId, outcome, at: 1 });

function foot(...events: readonly AgentEvent[]) {
  return turnFoot(events.reduce(applyEvent, emptyConversation(branded<ConversationId>('c'))));
}

describe('turnFoot', () => {
  it('says that the model is waited for until it says something', () => {
    expect(foot(started)).toEqual({ kind: 'waiting-for-model' });
    expect(foot(started, speaks)).toEqual({ kind: 'waiting-for-model' });
    expect(foot(started, speaks, text)).toEqual({ kind: 'nothing' });
  });

  it('says when a failed request is sent again, until something streams', () => {
    const retrying: AgentEvent = { type: 'model-retrying', attempt: 2, of: 5, reason: 'network', inMs: 4000, at: 10 };
    const retry = { attempt: 2, of: 5, reason: 'network', until: 4010 };
    expect(foot(started, retrying)).toEqual({ kind: 'retrying', retry });
    expect(foot(started, speaks, text, retrying)).toEqual({ kind: 'retrying', retry });
    expect(foot(started, retrying, speaks, text)).toEqual({ kind: 'nothing' });
    expect(foot(started, retrying, ended({ kind: 'cancelled' }))).toMatchObject({ kind: 'ended' });
  });

  it('leaves it to its note to say that earlier messages are being summarised', () => {
    expect(foot(started, { type: 'summary-started', at: 1 })).toEqual({ kind: 'nothing' });
    expect(
      foot(
        started,
        { type: 'summary-started', at: 1 },
        { type: 'summary-failed', why: { code: 'no-summary', message: 'No.' }, at: 2 },
      ),
    ).toEqual({
      kind: 'waiting-for-model',
    });
  });

  it('is silent while a call shows what goes on', () => {
    expect(foot(started, speaks, calls)).toEqual({ kind: 'nothing' });
  });

  it('is silent before and after a turn that went well', () => {
    expect(foot()).toEqual({ kind: 'nothing' });
    expect(foot(started, ended({ kind: 'completed' }))).toEqual({ kind: 'nothing' });
  });

  it.each<TurnOutcome>([
    { kind: 'cancelled' },
    { kind: 'limit', rounds: 20 },
    { kind: 'failed', code: 'x', message: 'y' },
  ])('says how the turn ended: %j', (outcome) => {
    expect(foot(started, ended(outcome))).toEqual({ kind: 'ended', outcome });
  });
});
