import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { isPassingEvent } from '../../shared/agent-event.js';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId, ToolCallId, TurnId } from '../../shared/conversation.js';
import { createMemoryConversationStore } from '../conversation/memory-conversation-store.js';
import type { ConversationStore } from '../conversation/conversation-store.js';
import { ConversationBook } from './conversation-book.js';
import { ConversationStates } from './conversation-states.js';

const turnId = branded<TurnId>('t');
const begun: AgentEvent = { type: 'turn-started', turnId, at: 1 };
const ended: AgentEvent = { type: 'turn-finished', turnId, outcome: { kind: 'completed' }, at: 2 };
const answering: AgentEvent = { type: 'assistant-started', messageId: branded<MessageId>('a'), model: 'm', at: 1 };
const waiting: AgentEvent = { type: 'queue-changed', queue: [{ id: 'q', text: 'later', context: [] }], at: 1 };

const chat = (n: number): ConversationId => branded<ConversationId>(`c${n}`);

function said(text: string): AgentEvent {
  const message = { role: 'user', id: branded<MessageId>(text), at: 1, blocks: [{ type: 'text', text }] } as const;
  return { type: 'user-message', message };
}

let store: ConversationStore;
let states: ConversationStates;
/** How often each conversation was made of its events. */
let reads: string[];

beforeEach(() => {
  store = createMemoryConversationStore();
  reads = [];
  states = new ConversationStates((id) => {
    reads.push(id);
    return store.events(id).reduce(applyEvent, emptyConversation(id));
  }, 2);
});

function happens(id: ConversationId, ...events: readonly AgentEvent[]): void {
  for (const event of events) {
    if (!isPassingEvent(event)) store.append(id, event);
    states.apply(id, event);
  }
}

describe('conversations in memory', () => {
  it('are let go, the least recently used first, and come back as they were', () => {
    const use = { window: 200_000, system: 10, tools: [], history: 20 };
    for (const n of [1, 2]) happens(chat(n), begun, said(`${n}`), { type: 'context-measured', use }, ended);
    const before = states.get(chat(1));
    states.get(chat(2));
    happens(chat(3), begun, said('3'), ended);
    expect([1, 2, 3].map((n) => states.has(chat(n)))).toEqual([false, true, true]);
    expect(states.get(chat(1))).toEqual(before);
    expect(reads).toEqual(['c1', 'c2', 'c3', 'c1']);
  });

  it.each<[string, readonly AgentEvent[]]>([
    ['a turn runs', [begun]],
    ['a message waits', [begun, waiting, ended]],
    ['a message has begun of which nothing was stored', [begun, answering, ended]],
  ])('stay while %s', (_why, events) => {
    happens(chat(1), ...events);
    for (const n of [2, 3, 4, 5]) happens(chat(n), begun, ended);
    expect([1, 2, 3, 4, 5].map((n) => states.has(chat(n)))).toEqual([true, false, false, false, true]);
  });

  it('hold a text that streams whenever they are looked at', () => {
    const piece = (text: string): AgentEvent => ({ type: 'text-delta', messageId: branded<MessageId>('a'), text });
    const shown = (): unknown => states.get(chat(1)).messages.map(({ blocks }) => blocks);
    happens(chat(1), begun, answering, piece('Hel'), piece('lo'));
    expect(shown()).toEqual([[{ type: 'text', text: 'Hello' }]]);
    happens(chat(1), piece(' you'));
    happens(chat(2), begun, answering, piece('other'));
    happens(chat(1), piece('!'), { type: 'tool-input-delta', callId: branded<ToolCallId>('c'), partialJson: '{' });
    expect(shown()).toEqual([[{ type: 'text', text: 'Hello you!' }]]);
    expect(states.get(chat(2)).messages[0]?.blocks).toEqual([{ type: 'text', text: 'other' }]);
  });

  it('stay where they hold what the store refused', () => {
    states.applyUnstored(chat(1), ended);
    for (const n of [2, 3, 4]) happens(chat(n), begun, ended);
    expect([1, 2, 3, 4].map((n) => states.has(chat(n)))).toEqual([true, false, false, true]);
  });

  it('stay while the page shows them, and go when it shows another', () => {
    states.get(chat(1));
    states.follow(chat(1));
    for (const n of [2, 3, 4]) happens(chat(n), begun, ended);
    expect(states.has(chat(1))).toBe(true);
    states.get(chat(5));
    states.follow(chat(5));
    for (const n of [6, 7]) happens(chat(n), begun, ended);
    expect([1, 5, 7].map((n) => states.has(chat(n)))).toEqual([false, true, true]);
  });
});

it('a book of many chats gives each as it was, however many were opened since', () => {
  let ids = 0;
  const book = new ConversationBook({ store, now: () => 1, newId: () => `id-${(ids += 1)}` });
  const chats = Array.from({ length: 20 }, () => book.create().id);
  const before = chats.map((id) => {
    for (const event of [begun, said(`hello ${id}`), ended]) book.append(id, event);
    return book.open(id);
  });
  expect(chats.map((id) => book.open(id))).toEqual(before);
});
