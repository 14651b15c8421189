import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId, ModelUsage } from '../../shared/conversation.js';
import type { SummaryId } from '../../shared/history-summary.js';
import type { ConversationStore } from './conversation-store.js';
import { createMemoryConversationStore } from './memory-conversation-store.js';
import { type OpenConversationStore, openConversationStore } from './sqlite-conversation-store.js';

const one = branded<ConversationId>('c1');
const two = branded<ConversationId>('c2');
const DAY = 24 * 60 * 60 * 1000;

function answered(id: string, at: number, usage?: ModelUsage, model = 'claude-opus-5'): AgentEvent {
  const message = { role: 'assistant', id: branded<MessageId>(id), at, model, blocks: [], complete: true } as const;
  return { type: 'assistant-finished', message: usage === undefined ? message : { ...message, usage } };
}

function broken(id: string, at: number, usage: ModelUsage): AgentEvent {
  return { type: 'request-broken', request: { id, kind: 'broken', at, model: 'claude-opus-5', usage } };
}

function summarised(id: string, at: number, usage: ModelUsage): AgentEvent {
  const ids = { id: branded<SummaryId>(id), upTo: branded<MessageId>('m'), madeAt: branded<MessageId>('m') };
  return { type: 'history-summarised', summary: { ...ids, text: 's', model: 'claude-opus-5', at, usage, origins: [] } };
}

const read = (inputTokens: number, outputTokens = 0): ModelUsage => ({ inputTokens, outputTokens });

let folder: string;
let path: string;
const opened: OpenConversationStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-usage-'));
  path = join(folder, 'data', 'conversations.db');
});

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<OpenConversationStore> {
  const { store } = await openConversationStore(path);
  opened.push(store);
  return store;
}

describe.each<[string, () => Promise<ConversationStore>]>([
  ['on disk', open],
  ['in memory', async () => Promise.resolve(createMemoryConversationStore())],
])('the usage that a store keeps %s', (_name, create) => {
  it('is summed by day and by model, with what it cost where the price is known', async () => {
    const store = await create();
    store.append(one, answered('a', DAY, { ...read(1_000_000, 100_000), cacheReadTokens: 500_000 }));
    store.append(two, answered('b', 2 * DAY - 1, read(1_000_000)));
    store.append(one, answered('c', 2 * DAY - 1, read(10, 20), 'a model of my own'));
    store.append(one, answered('d', 2 * DAY, read(7)));
    const [first, second, third] = store.usage([0, DAY, 2 * DAY, 3 * DAY]);
    expect(first).toEqual([]);
    expect(second).toEqual([
      { model: 'a model of my own', kind: 'chat', requests: 1, inputTokens: 10, cacheReadTokens: 0, outputTokens: 20 },
      {
        model: 'claude-opus-5',
        kind: 'chat',
        requests: 2,
        inputTokens: 2_000_000,
        cacheReadTokens: 500_000,
        outputTokens: 100_000,
        dollars: expect.closeTo(2.5 + 0.25 + 2.5 + 5, 9),
      },
    ]);
    expect(third).toEqual([expect.objectContaining({ model: 'claude-opus-5', requests: 1, inputTokens: 7 })]);
  });

  it('has the price of each request, where long ones cost more', async () => {
    const store = await create();
    store.append(one, answered('a', 1, read(90_000), 'claude-haiku-5-5'));
    store.append(one, answered('b', 2, read(90_000), 'claude-haiku-5-5'));
    store.append(one, answered('c', 3, read(200_000), 'claude-haiku-5-5'));
    expect(store.usage([0, DAY])[0]?.[0]?.dollars).toBeCloseTo(0.009 * 2 + 0.1, 9);
  });

  it('has summaries, and nothing of what was not counted', async () => {
    const store = await create();
    store.append(one, summarised('s', 1, read(5)));
    store.append(one, answered('a', 1));
    store.append(one, answered('b', 1, read(0)));
    store.append(one, { type: 'turn-started', turnId: branded('t'), at: 1 });
    expect(store.usage([0, DAY])[0]).toEqual([expect.objectContaining({ requests: 1, inputTokens: 5 })]);
  });

  it('has what broke off and what was asked for servers beside it, each as what it is', async () => {
    const store = await create();
    store.append(one, answered('a', 1, read(5)));
    store.append(one, broken('a/1', 1, read(7, 1)));
    store.append(one, broken('a/2', 1, read(7, 1)));
    store.count({ id: 's', kind: 'server', at: 2, model: 'claude-opus-5', usage: read(100, 10) });
    store.remove(one);
    expect(store.usage([0, DAY])[0]).toEqual([
      expect.objectContaining({ kind: 'broken', requests: 2, inputTokens: 14, outputTokens: 2 }),
      expect.objectContaining({ kind: 'chat', requests: 1, inputTokens: 5 }),
      expect.objectContaining({ kind: 'server', requests: 1, inputTokens: 100, outputTokens: 10 }),
    ]);
  });

  it('keeps what was paid when its message is taken back and its chat removed, and counts no copy', async () => {
    const store = await create();
    store.put({ id: one, title: '', createdAt: 1, updatedAt: 1 });
    store.append(one, answered('a', 1, read(5)));
    store.appendAll(two, store.events(one));
    store.append(one, { type: 'history-rewound', messageIds: [branded<MessageId>('a')], at: 2 });
    store.remove(one);
    expect(store.usage([0, DAY])[0]).toEqual([expect.objectContaining({ requests: 1, inputTokens: 5 })]);
  });

  it('is empty where nothing was asked', async () => {
    const store = await create();
    expect(store.usage([])).toEqual([]);
    expect(store.usage([1, 2, 3])).toEqual([[], []]);
  });
});

describe('the usage in the file', () => {
  it('is the same for 10,000 messages as one would count them', async () => {
    const store = await open();
    const models = ['claude-opus-5', 'claude-sonnet-5', 'of my own'];
    const { Database } = await sqlite();
    store.close();
    const database = new Database(path);
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN');
    const add = database.prepare("INSERT INTO requests VALUES (?, ?, ?, ?, ?, ?, ?, 'chat')");
    for (let n = 0; n < 10_000; n += 1) {
      add.run([(n % 120) * DAY + n, `m${n}`, models[n % 3] ?? '', 1_000, 10, 500, 0]);
    }
    add.finalize();
    database.exec('COMMIT');
    database.close();
    const days = (await open()).usage(Array.from({ length: 91 }, (_day, place) => (30 + place) * DAY));
    expect(days).toHaveLength(90);
    const all = days.flat();
    // 84 on the first 40 of 120 days, 83 on the others; days 30 to 119 are asked for.
    expect(all.reduce((sum, { requests }) => sum + requests, 0)).toBe(7_480);
    expect(all.reduce((sum, { inputTokens }) => sum + inputTokens, 0)).toBe(7_480_000);
    expect(new Set(all.map(({ model }) => model))).toEqual(new Set(models));
    expect(all.every(({ model, dollars }) => (dollars === undefined) === (model === 'of my own'))).toBe(true);
  });

  it('is filled from the messages of a file that did not have it, a branch counted once', async () => {
    const { Database } = await sqlite();
    mkdirSync(join(folder, 'data'));
    const old = new Database(path);
    old.exec(
      `CREATE TABLE conversations (id TEXT PRIMARY KEY, title TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, pinned INTEGER NOT NULL DEFAULT 0, deleted_at INTEGER);
       CREATE TABLE events (conversation_id TEXT NOT NULL, seq INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (conversation_id, seq));
       CREATE TABLE blobs (conversation_id TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (conversation_id, name));
       CREATE TABLE messages (id INTEGER PRIMARY KEY, conversation_id TEXT NOT NULL, message_id TEXT NOT NULL, role TEXT NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (conversation_id, message_id));
       CREATE VIRTUAL TABLE messages_fts USING fts5(text, tokenize = 'trigram', content = 'messages', content_rowid = 'id');
       PRAGMA user_version = 2`,
    );
    const put = (id: string, seq: number, event: AgentEvent): void =>
      void old.run('INSERT INTO events VALUES (?, ?, ?)', [id, seq, JSON.stringify(event)]);
    for (const id of [one, two]) put(id, 1, answered('a', DAY, read(5)));
    put(one, 2, answered('b', DAY, { ...read(100, 1), cacheReadTokens: 40, cacheWriteTokens: 60 }));
    put(one, 3, summarised('s', 2 * DAY, read(8)));
    put(one, 4, answered('not counted', DAY));
    old.close();
    const store = await open();
    expect(store.usage([DAY, 2 * DAY, 3 * DAY])).toEqual([
      [expect.objectContaining({ requests: 2, inputTokens: 105, cacheReadTokens: 40, outputTokens: 1 })],
      [expect.objectContaining({ requests: 1, inputTokens: 8 })],
    ]);
    // What is asked from now on is counted with it, and nothing is counted again at the next start.
    store.append(one, answered('c', 2 * DAY, read(2)));
    store.close();
    const again = await open();
    expect(again.usage([DAY, 3 * DAY])[0]).toEqual([expect.objectContaining({ requests: 4, inputTokens: 115 })]);
    const copy = new Database(`${path}.format-2.bak`);
    expect(copy.get('PRAGMA user_version')).toEqual({ user_version: 2 });
    copy.close();
  });

  it('stays as it was where a file of the former format is opened, and goes on with what it had no place for', async () => {
    await formerFile();
    const store = await open();
    store.append(two, broken('b', 3, read(2)));
    store.count({ id: 's', kind: 'server', at: 4, model: 'claude-opus-5', usage: read(3) });
    store.close();
    const kinds = (await open())
      .usage([0, DAY])[0]
      ?.map(({ kind, requests, inputTokens }) => [kind, requests, inputTokens]);
    expect(kinds).toEqual([
      ['broken', 1, 2],
      ['chat', 2, 6],
      ['server', 1, 3],
    ]);
    const { Database } = await sqlite();
    const copy = new Database(`${path}.format-3.bak`);
    expect(copy.get('SELECT count(*) AS n FROM requests')).toEqual({ n: 2 });
    copy.close();
  });

  it('is saved out of a broken file of the former format, also that of a chat which was removed', async () => {
    await formerFile();
    breakPageOf('x'.repeat(2_000));
    expect(await reopened()).toEqual([expect.objectContaining({ kind: 'chat', requests: 2, inputTokens: 6 })]);
  });

  it('is saved out of a broken file, also that of a chat which was removed', async () => {
    await storeOf200();
    breakPageOf('x'.repeat(2_000));
    expect(await reopened()).toEqual([expect.objectContaining({ requests: 201, inputTokens: 205 })]);
  });

  it('is counted anew from the messages where it is broken itself', async () => {
    await storeOf200();
    // The columns of its table stand side by side.
    breakPageOf('answer-100claude-opus-5');
    expect(await reopened()).toEqual([expect.objectContaining({ requests: 201, inputTokens: 205 })]);
  });
});

/** As the version before left it: a request of a chat that was removed, one of a chat that is there, and no kinds. */
async function formerFile(): Promise<void> {
  const store = await open();
  store.append(one, answered('gone', 1, read(5)));
  store.remove(one);
  store.append(two, answered('there', 2, read(1)));
  const blocks = [{ type: 'text', text: 'x'.repeat(30_000) }] as const;
  store.append(two, { type: 'user-message', message: { role: 'user', id: branded('u'), at: 900, blocks } });
  store.close();
  const { Database } = await sqlite();
  const former = new Database(path);
  former.exec('PRAGMA locking_mode = EXCLUSIVE');
  former.exec('ALTER TABLE requests DROP COLUMN kind; PRAGMA user_version = 3');
  former.close();
}

/** A request of a chat that was removed, and 200 of one that was not. */
async function storeOf200(): Promise<void> {
  const store = await open();
  store.append(one, answered('gone', 1, read(5)));
  store.remove(one);
  for (let n = 0; n < 200; n += 1) store.append(two, answered(`answer-${n}`, 2 + n, read(1)));
  const blocks = [{ type: 'text', text: 'x'.repeat(30_000) }] as const;
  store.append(two, { type: 'user-message', message: { role: 'user', id: branded('u'), at: 900, blocks } });
  store.close();
}

/** As a bad disk would: the last page of the file that holds this text holds something else. */
function breakPageOf(text: string): void {
  const bytes = readFileSync(path);
  const page = Math.floor(bytes.lastIndexOf(text) / 4096);
  expect(page).toBeGreaterThan(0);
  writeFileSync(path, bytes.fill(7, page * 4096, (page + 1) * 4096));
  mkdirSync(`${path}.lock`);
}

async function reopened() {
  const { store, notices } = await openConversationStore(path, { clearStaleLock: true });
  opened.push(store);
  expect(notices.map(({ code }) => code)).toContain('conversations-broken');
  return store.usage([0, DAY])[0];
}

async function sqlite() {
  const loaded = await import('node-sqlite3-wasm');
  return loaded.Database === undefined ? loaded.default : loaded;
}
