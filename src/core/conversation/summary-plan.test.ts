import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type {
  AssistantBlock,
  ConversationId,
  ConversationState,
  MessageId,
  ToolCallId,
} from '../../shared/conversation.js';
import type { HistorySummary, SummaryId } from '../../shared/history-summary.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { checkMessagesRequest } from '../testing/messages-request-check.js';
import { summaryPlan } from './summary-plan.js';
import { toModelMessages } from './to-model-messages.js';

/** About 100 tokens. */
const LONG = 'x'.repeat(350);

const user = (id: string): AgentEvent => ({
  type: 'user-message',
  message: { role: 'user', id: branded<MessageId>(id), at: 1, blocks: [{ type: 'text', text: `${id} ${LONG}` }] },
});
const assistant = (id: string, ...blocks: readonly AssistantBlock[]): AgentEvent => ({
  type: 'assistant-finished',
  message: { role: 'assistant', id: branded<MessageId>(id), at: 2, model: 'm', blocks, complete: true },
});
const thinking: AssistantBlock = { type: 'thinking', thinking: 'Hm.', signature: 'signed' };
const call = (id: string): AssistantBlock => ({
  type: 'tool_use',
  id: branded<ToolCallId>(id),
  name: 'read',
  input: {},
});
const text = (said: string): AssistantBlock => ({ type: 'text', text: said });

function ran(id: string, serverName: string, origin: boolean): readonly AgentEvent[] {
  const callId = branded<ToolCallId>(id);
  const [serverId, tool] = [branded<ServerId>(serverName), branded<RawToolName>('read')];
  const result = { content: [{ type: 'text' as const, text: `result ${id} ${LONG}` }], isError: false };
  return [
    { type: 'tool-resolved', callId, serverId, serverName, tool, badges: [] },
    { type: 'tool-running', callId, at: 3 },
    {
      type: 'tool-finished',
      callId,
      result: origin ? { ...result, origin: { kind: 'server', name: serverName } } : result,
      at: 4,
    },
  ];
}

/** A turn of the user's message, a call, and an answer: about 300 tokens. */
const turn = (n: number, serverName = 'docs', origin = true): readonly AgentEvent[] => [
  user(`u${n}`),
  assistant(`c${n}`, thinking, call(`k${n}`)),
  ...ran(`k${n}`, serverName, origin),
  assistant(`a${n}`, thinking, text(`answer ${n} ${LONG}`)),
];

const chat = (...events: readonly AgentEvent[]): ConversationState =>
  events.reduce(applyEvent, emptyConversation(branded<ConversationId>('c')));
const turns = (count: number) => Array.from({ length: count }, (_, n) => turn(n + 1)).flat();
const planned = (state: ConversationState, keep: number, least = 1) => summaryPlan(state, { keep, least });

function summarised(state: ConversationState, upTo: string, more: Partial<HistorySummary> = {}): ConversationState {
  const madeAt = state.messages.at(-1)?.id ?? branded<MessageId>('none');
  const id = branded<SummaryId>(`s-${upTo}`);
  const summary = {
    id,
    upTo: branded<MessageId>(upTo),
    madeAt,
    text: 'The gist.',
    model: 'm',
    at: 9,
    origins: [],
    ...more,
  };
  return applyEvent(state, { type: 'history-summarised', summary });
}

describe('summaryPlan', () => {
  it('ends before a message of the user, as early as what is to be kept allows', () => {
    const state = chat(...turns(5));
    expect(planned(state, 750)?.upTo).toBe('a3');
    expect(planned(state, 10_000)?.upTo).toBe('a1');
    expect(planned(state, 0)?.upTo).toBe('a4');
    expect(planned(state, -500)?.upTo).toBe('a4');
    expect(planned(state, 700)?.madeAt).toBe('a5');
  });

  it('never cuts the turn that runs, whatever it holds', () => {
    expect(planned(chat(...turn(1)), 0)).toBeUndefined();
    expect(
      planned(chat(...turn(1), user('u2'), assistant('c2', call('k2')), ...ran('k2', 'docs', true)), 0)?.upTo,
    ).toBe('a1');
  });

  it('leaves a beginning alone that is not worth it', () => {
    expect(planned(chat(...turns(3)), 700, 5_000)).toBeUndefined();
  });

  it('takes an earlier summary over and goes on after it', () => {
    const state = summarised(chat(...turns(5)), 'a2', { origins: [{ kind: 'command' }] });
    const plan = planned(state, 400);
    expect(plan).toMatchObject({ upTo: 'a4', earlier: 'The gist.' });
    expect(JSON.stringify(plan?.messages)).not.toContain('u2');
    expect(JSON.stringify(plan?.messages)).toContain('u3');
    expect(plan?.origins).toEqual([{ kind: 'command' }, { kind: 'server', name: 'docs' }]);
    expect(planned(summarised(chat(...turns(2)), 'a1'), 0)).toBeUndefined();
  });

  it('does not end again where the user undid it, nor earlier', () => {
    const state = summarised(chat(...turns(4)), 'a2');
    const undone = applyEvent(state, { type: 'summary-undone', summaryId: branded<SummaryId>('s-a2'), at: 10 });
    expect(planned(undone, 10_000)?.upTo).toBe('a3');
    const all = applyEvent(summarised(chat(...turns(2)), 'a1'), {
      type: 'summary-undone',
      summaryId: branded<SummaryId>('s-a1'),
      at: 10,
    });
    expect(planned(all, 0)).toBeUndefined();
  });

  it('knows from where texts in it came, also in a chat that was imported', () => {
    const state = chat(...turn(1, 'web'), ...turn(2, 'imported', false), ...turn(3, 'gatehouse', false), ...turn(4));
    expect(planned(state, 0)?.origins).toEqual([
      { kind: 'server', name: 'web' },
      { kind: 'server', name: 'imported' },
    ]);
  });
});

describe('a history with a summary', () => {
  const sent = (state: ConversationState) => {
    const messages = toModelMessages(state);
    expect(checkMessagesRequest({ model: 'm', max_tokens: 1, messages })).toBeUndefined();
    return JSON.stringify(messages);
  };

  it('has it in place of what it stands for, and the rest as it was', () => {
    const state = summarised(chat(...turns(4)), 'a2');
    const history = sent(state);
    expect(history).toContain('The gist.');
    expect(history).not.toContain('result k2');
    expect(history).toContain('result k3');
    expect(toModelMessages(state)[0]?.content.at(-1)).toMatchObject({ text: expect.stringMatching(/^u3/) });
    expect(state.messages).toHaveLength(12);
  });

  it('keeps no thinking that was signed for what is gone, and all that came later', () => {
    const before = summarised(chat(...turns(3)), 'a2');
    expect(sent(before)).not.toContain('signed');
    const later = turn(4).reduce(applyEvent, before);
    expect(sent(later).match(/"signature":"signed"/gu)).toHaveLength(2);
    // Whatever was taken back, what is left can be sent.
    const rewound = applyEvent(later, {
      type: 'history-rewound',
      messageIds: ['u3', 'c3', 'a3', 'u4', 'c4', 'a4'].map((id) => branded<MessageId>(id)),
      at: 11,
    });
    expect(sent(rewound)).toContain('The gist.');
  });

  it('is the whole history again once it is undone', () => {
    const state = chat(...turns(3));
    const undone = applyEvent(summarised(state, 'a2'), {
      type: 'summary-undone',
      summaryId: branded<SummaryId>('s-a2'),
      at: 10,
    });
    expect(toModelMessages(undone)).toEqual(toModelMessages(state));
  });

  it('can be sent wherever it ends and whatever was taken back after it', () => {
    let checked = 0;
    for (const [count, keep] of [2, 3, 5].flatMap((n) => [0, 350, 900, 9_000].map((tokens) => [n, tokens] as const))) {
      const state = chat(...turns(count), user('last'), assistant('open', thinking, call('open')));
      const plan = planned(state, keep);
      const made = plan === undefined ? state : summarised(state, plan.upTo, { madeAt: plan.madeAt });
      for (let left = 0; left <= made.messages.length; left += 1) {
        const messageIds = made.messages.slice(left).map(({ id }) => id);
        const rewound = applyEvent(made, { type: 'history-rewound', messageIds, at: 11 });
        if (rewound.messages.length > 0) sent(rewound);
        sent(applyEvent(rewound, user('again')));
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(100);
  });
});
