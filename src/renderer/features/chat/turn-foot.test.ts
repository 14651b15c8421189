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
