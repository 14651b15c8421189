import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId } from '../../shared/conversation.js';
import type { HostEvent } from '../../shared/host-event.js';
import { DEFAULT_SETTINGS } from '../../shared/settings.js';
import { AppStateFeed, type StateParts } from './app-state.js';

const chat = (name: string) => branded<ConversationId>(name);
const delta = (text: string) => ({ type: 'text-delta', messageId: branded<MessageId>('m'), text }) as const;

function watched() {
  const reads: string[] = [];
  const parts: StateParts = {
    settings: () => (reads.push('settings'), DEFAULT_SETTINGS),
    apiKey: () => ({ kind: 'none' }),
    models: () => ({ models: [], current: 'x' }),
    servers: () => (reads.push('servers'), []),
    conversations: () => [],
    approvals: () => [],
    policies: () => [],
    argumentRules: () => [],
    guard: () => ({ shipped: [], added: [], removed: [] }),
    chatGrants: () => [],
    hookRuns: () => [],
    notices: () => [],
    audit: () => ({ lastSeq: 0 }),
  };
  const feed = new AppStateFeed(parts);
  const events: HostEvent[] = [];
  feed.subscribe((event) => events.push(event));
  return { feed, events, reads };
}

describe('AppStateFeed', () => {
  it('tells a frame of events in order, one batch for each run of a conversation, pieces of one text in one', () => {
    const { feed, events } = watched();
    feed.agent(chat('a'), delta('1'));
    feed.agent(chat('a'), delta('2'));
    feed.agent(chat('b'), delta('3'));
    feed.agent(chat('a'), delta('4'));
    expect(events).toEqual([]);
    feed.flush();
    expect(
      events.map((event) => (event.type === 'agent' ? [event.seq, event.conversationId, event.events] : [])),
    ).toEqual([
      [1, 'a', [delta('12')]],
      [2, 'b', [delta('3')]],
      [3, 'a', [delta('4')]],
    ]);
  });

  it('reads a part once a frame, however often it changed', async () => {
    const { feed, events, reads } = watched();
    for (let n = 0; n < 1000; n += 1) feed.changed('settings');
    while (events.length === 0) await sleep(5);
    expect(reads).toEqual(['settings']);
    expect(events).toEqual([{ seq: 1, type: 'state', patch: { settings: DEFAULT_SETTINGS } }]);
  });

  it('gives a snapshot after everything that happened before it', () => {
    const { feed, events } = watched();
    feed.agent(chat('a'), delta('1'));
    feed.changed('notices');
    const { seq } = feed.snapshot();
    expect([seq, events.length]).toEqual([2, 2]);
    feed.agent(chat('a'), delta('2'));
    expect(feed.flush()).toBe(3);
  });

  it('is silent after it closed, and tells what was waiting before', () => {
    const { feed, events } = watched();
    feed.changedOften('servers');
    feed.close();
    expect(events).toHaveLength(1);
    feed.agent(chat('a'), delta('late'));
    feed.changedOften('servers');
    expect(events).toHaveLength(1);
  });
});
