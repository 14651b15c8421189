import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId, ToolCallId } from '../../shared/conversation.js';
import { createMemoryConversationStore } from './memory-conversation-store.js';
import type { ConversationStore } from './conversation-store.js';
import type { OpenConversationStore } from './sqlite-conversation-store.js';
import { openConversationStore } from './sqlite-conversation-store.js';

const one = branded<ConversationId>('c1');
const NOW = new Date('2026-11-30T09:00:00.000Z');
const two = branded<ConversationId>('c2');

function said(text: string): AgentEvent {
  return {
    type: 'user-message',
    message: { role: 'user', id: branded<MessageId>(text), at: 1, blocks: [{ type: 'text', text }] },
  };
}

function answered(id: string, text: string): AgentEvent {
  const message = { role: 'assistant', id: branded<MessageId>(id), at: 2, model: 'm', complete: true } as const;
  return { type: 'assistant-finished', message: { ...message, blocks: [{ type: 'text', text }] } };
}

let folder: string;
let path: string;
const opened: OpenConversationStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
  path = join(folder, 'data', 'conversations.db');
});

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(options: { clearStaleLock?: boolean } = {}) {
  const result = await openConversationStore(path, { ...options, now: () => NOW });
  opened.push(result.store);
  return result;
}

describe.each<[string, () => Promise<ConversationStore>]>([
  ['on disk', async () => (await open()).store],
  ['in memory', async () => Promise.resolve(createMemoryConversationStore())],
])('a conversation store %s', (_name, create) => {
  it('gives the events of a conversation in the order they came', async () => {
    const store = await create();
    for (const text of ['a', '笔记 \u0000 \uD83D', 'c']) store.append(one, said(text));
    store.append(two, said('other'));
    expect(store.events(one)).toEqual([said('a'), said('笔记 \u0000 \uD83D'), said('c')]);
    expect(store.events(branded<ConversationId>('none'))).toEqual([]);
  });

  it('lists conversations, the last changed first, and replaces a summary', async () => {
    const store = await create();
    store.put({ id: one, title: '', createdAt: 1, updatedAt: 1 });
    store.put({ id: two, title: 'Two', createdAt: 2, updatedAt: 2 });
    store.put({ id: one, title: 'One', createdAt: 1, updatedAt: 3 });
    expect(store.list()).toEqual([
      { id: one, title: 'One', createdAt: 1, updatedAt: 3 },
      { id: two, title: 'Two', createdAt: 2, updatedAt: 2 },
    ]);
    store.put({ id: one, title: 'One', createdAt: 1, updatedAt: 3, pinned: true, deletedAt: 9 });
    expect(store.list()[0]).toEqual({ id: one, title: 'One', createdAt: 1, updatedAt: 3, pinned: true, deletedAt: 9 });
  });

  it('removes a conversation with its events and no other', async () => {
    const store = await create();
    store.put({ id: one, title: '', createdAt: 1, updatedAt: 1 });
    store.append(one, said('a'));
    store.append(two, said('b'));
    store.remove(one);
    expect(store.list()).toEqual([]);
    expect(store.events(one)).toEqual([]);
    expect(store.events(two)).toEqual([said('b')]);
  });
});

describe.each<[string, () => Promise<ConversationStore>]>([
  ['on disk', async () => (await open()).store],
  ['in memory', async () => Promise.resolve(createMemoryConversationStore())],
])('the search %s', (_name, create) => {
  const texts = (found: ReturnType<ConversationStore['search']>): unknown => found.map(({ text }) => text);

  it('finds words whatever their case, all of them, the newest first', async () => {
    const store = await create();
    store.put({ id: one, title: '', createdAt: 1, updatedAt: 1 });
    store.put({ id: two, title: '', createdAt: 1, updatedAt: 1 });
    store.append(one, said('The Agent loop reads'));
    store.append(two, said('a loop without one'));
    store.append(two, answered('m9', 'the AGENT asks in a loop'));
    expect(texts(store.search(['agent', 'loop'], 10))).toEqual(['the AGENT asks in a loop', 'The Agent loop reads']);
    expect(store.search(['asks'], 10)).toEqual([
      { conversationId: two, messageId: 'm9', role: 'assistant', at: 2, text: 'the AGENT asks in a loop' },
    ]);
    expect(store.search(['loop'], 2)).toHaveLength(2);
    expect(store.search([], 10)).toEqual([]);
    expect(store.search(['nowhere'], 10)).toEqual([]);
  });

  it('finds Chinese, also a word of two characters and one beside a long word', async () => {
    const store = await create();
    store.put({ id: one, title: '', createdAt: 1, updatedAt: 1 });
    store.append(one, said('列出我的笔记，读一下 agent-loop'));
    store.append(one, said('再新建一篇'));
    for (const words of [['笔记'], ['我的笔记'], ['记'], ['笔记', 'agent-loop']])
      expect(texts(store.search(words, 10))).toEqual(['列出我的笔记，读一下 agent-loop']);
  });

  it('takes every character for itself', async () => {
    const store = await create();
    store.put({ id: one, title: '', createdAt: 1, updatedAt: 1 });
    store.append(one, said('100% of "it" OR NOT (a*b)'));
    for (const word of ['100%', '"it"', 'OR NOT', '(a*b)', '%', '"'])
      expect(store.search([word], 10), word).toHaveLength(1);
    for (const word of ['1_0%', 'it*', '^100', 'text:it']) expect(store.search([word], 10), word).toEqual([]);
  });

  it('does not find what was deleted, rewound or removed', async () => {
    const store = await create();
    store.put({ id: one, title: '', createdAt: 1, updatedAt: 1 });
    store.appendAll(one, [said('stays here'), said('goes away')]);
    store.append(one, { type: 'history-rewound', messageIds: [branded<MessageId>('goes away')], at: 3 });
    expect(store.search(['goes away'], 10)).toEqual([]);
    expect(store.search(['stays'], 10)).toHaveLength(1);
    store.put({ id: one, title: '', createdAt: 1, updatedAt: 1, deletedAt: 5 });
    expect(store.search(['stays'], 10)).toEqual([]);
    store.put({ id: one, title: '', createdAt: 1, updatedAt: 1 });
    expect(store.search(['stays'], 10)).toHaveLength(1);
    store.remove(one);
    expect(store.search(['stays'], 10)).toEqual([]);
  });
});

describe('long texts', () => {
  const long = `${'笔记 '.repeat(20_000)}end`;
  const blobFiles = (): readonly string[] => {
    const place = `${path}-blobs`;
    return existsSync(place)
      ? readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60)
      : [];
  };
  function finished(text: string): AgentEvent {
    const result = { content: [{ type: 'image' as const, data: text, mimeType: 'image/png' }], isError: false };
    return { type: 'tool-finished', callId: branded<ToolCallId>('t1'), result, at: 1 };
  }

  it('are files, once for the same text, and come back whole', async () => {
    const { store } = await open();
    store.append(one, finished(long));
    store.append(two, finished(long));
    expect(blobFiles()).toHaveLength(1);
    expect(store.events(one)).toEqual([finished(long)]);
    store.close();
    const again = await open();
    expect(again.store.events(two)).toEqual([finished(long)]);
    expect(statSync(path).size).toBeLessThan(100_000);
  });

  it('go with the last conversation that holds them', async () => {
    const { store } = await open();
    store.append(one, finished(long));
    store.append(two, finished(long));
    store.remove(one);
    expect(blobFiles()).toHaveLength(1);
    store.remove(two);
    expect(blobFiles()).toEqual([]);
  });

  it('that are lost or changed leave a sentence, and nothing else is lost', async () => {
    const { store } = await open();
    store.append(one, finished(long));
    store.append(one, said('after'));
    const [name = ''] = blobFiles();
    writeFileSync(join(`${path}-blobs`, name), 'changed');
    const [event, after] = store.events(one);
    expect(event).toMatchObject({ result: { content: [{ data: expect.stringContaining('This part is lost') }] } });
    expect(after).toEqual(said('after'));
  });

  it('can not be read by a server that writes what their place looks like', async () => {
    const { store } = await open();
    store.append(one, finished(long));
    const [name = ''] = blobFiles();
    const hash = name.slice(-64);
    const forged = { $blob: hash, $$blob: hash, other: { $blob: { $blob: hash } }, literal: { $blob: 5 } };
    const result = { content: [], isError: false, structuredContent: forged };
    const event: AgentEvent = { type: 'tool-finished', callId: branded<ToolCallId>('t2'), result, at: 1 };
    store.append(two, event);
    expect(store.events(two)).toEqual([event]);
  });
});

describe('openConversationStore', () => {
  it('finds everything again after a close, and leaves no lock behind', async () => {
    const { store } = await open();
    store.put({ id: one, title: 'One', createdAt: 1, updatedAt: 1 });
    store.append(one, said('a'));
    store.close();
    store.close();
    expect(existsSync(`${path}.lock`)).toBe(false);
    const again = await open();
    expect(again.notices).toEqual([]);
    expect(again.store.list()).toHaveLength(1);
    expect(again.store.events(one)).toEqual([said('a')]);
  });

  it('refuses work after it was closed', async () => {
    const { store } = await open();
    store.close();
    expect(() => store.append(one, said('a'))).toThrow(expect.objectContaining({ code: 'store-closed' }));
  });

  it('keeps a broken file aside untouched and starts a new one', async () => {
    mkdirSync(join(folder, 'data'));
    const junk = 'this is no database '.repeat(500);
    writeFileSync(path, junk);
    const { store, notices } = await open();
    const aside = `${path}.broken-2026-11-30T09-00-00-000Z`;
    expect(notices).toEqual([expect.objectContaining({ code: 'conversations-broken' })]);
    expect(notices[0]?.message).toContain(aside);
    expect(readFileSync(aside, 'utf8')).toBe(junk);
    store.append(one, said('a'));
    expect(store.events(one)).toHaveLength(1);
  });

  it('looks through the whole file after a bad end, and sets it aside where a page is broken', async () => {
    const { store } = await open();
    for (let n = 0; n < 200; n += 1) store.append(one, said(`${n} ${'x'.repeat(1000)}`));
    store.close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(7, 4096 * 40, 4096 * 48));
    mkdirSync(`${path}.lock`);
    const { notices, store: fresh } = await open({ clearStaleLock: true });
    expect(notices.map((notice) => notice.code)).toEqual(['conversations-lock-cleared', 'conversations-broken']);
    // Most of the pages are whole, and what is in them is there.
    const saved = fresh.events(one);
    expect(saved.length).toBeGreaterThan(100);
    expect(saved.length).toBeLessThan(200);
    expect(saved.at(-1)).toEqual(said(`199 ${'x'.repeat(1000)}`));
    expect(notices[1]?.message).toContain(`${saved.length} messages in 1 chats`);
    expect(fresh.list()).toEqual([expect.objectContaining({ id: one })]);
    expect(fresh.search(['199'], 10)).toHaveLength(1);
    expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('reading'))).toEqual([]);
  });

  it('brings a file of the first format to the newest, finds its messages, and keeps a copy of it', async () => {
    const { Database } = await sqlite();
    mkdirSync(join(folder, 'data'));
    const old = new Database(path);
    old.exec(
      `CREATE TABLE conversations (id TEXT PRIMARY KEY, title TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
       CREATE TABLE events (conversation_id TEXT NOT NULL, seq INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (conversation_id, seq));
       PRAGMA user_version = 1`,
    );
    old.run('INSERT INTO conversations VALUES (?, ?, ?, ?)', [one, 'Old', 1, 2]);
    old.run('INSERT INTO events VALUES (?, ?, ?)', [one, 1, JSON.stringify(said('an old message 笔记'))]);
    old.close();
    const { store, notices } = await open();
    expect(notices).toEqual([]);
    expect(store.list()).toEqual([{ id: one, title: 'Old', createdAt: 1, updatedAt: 2 }]);
    expect(store.search(['old message', '笔记'], 10)).toHaveLength(1);
    const copy = new Database(`${path}.format-1.bak`);
    expect(copy.get('PRAGMA user_version')).toEqual({ user_version: 1 });
    expect(copy.all('SELECT seq FROM events')).toEqual([{ seq: 1 }]);
    copy.close();
  });

  it('does not set aside a file that a second store holds open', async () => {
    await open();
    await expect(open()).rejects.toMatchObject({ code: 'store-locked', message: expect.stringContaining(path) });
    expect(readdirSync(join(folder, 'data')).some((name) => name.includes('broken'))).toBe(false);
  });

  it('refuses a stale lock unless told to clear it', async () => {
    (await open()).store.close();
    mkdirSync(`${path}.lock`);
    await expect(open()).rejects.toMatchObject({ code: 'store-locked' });
    const { notices } = await open({ clearStaleLock: true });
    expect(notices.map((notice) => notice.code)).toEqual(['conversations-lock-cleared']);
  });

  it('refuses a file of a newer Gatehouse and leaves it as it is', async () => {
    (await open()).store.close();
    const { Database } = await sqlite();
    const database = new Database(path);
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA user_version = 999');
    database.close();
    const before = readFileSync(path);
    await expect(open()).rejects.toMatchObject({ code: 'store-too-new' });
    expect(readFileSync(path)).toEqual(before);
  });

  it('names the file where the folder can not be made', async () => {
    writeFileSync(join(folder, 'data'), 'a file');
    await expect(open()).rejects.toMatchObject({ code: 'store-failed', message: expect.stringContaining(path) });
  });
});

async function sqlite() {
  const loaded = await import('node-sqlite3-wasm');
  return loaded.Database === undefined ? loaded.default : loaded;
}

/** Writes through the real store as fast as it can, and says each row only after `append` returned. */
const WRITER = `
  import { writeSync } from 'node:fs';
  import { openConversationStore } from './sqlite-conversation-store.js';
  const { store } = await openConversationStore(process.argv[2]);
  for (let n = 1; ; n += 1) {
    store.append('c1', { type: 'turn-started', turnId: String(n), at: n });
    writeSync(1, n + '\\n');
  }
`;

async function buildWriter(): Promise<string> {
  const outfile = join(folder, 'writer.mjs');
  const sqlitePath = createRequire(import.meta.url).resolve('node-sqlite3-wasm');
  await build({
    stdin: { contents: WRITER, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: { 'node-sqlite3-wasm': sqlitePath },
    external: [sqlitePath],
    logLevel: 'silent',
  });
  return outfile;
}

async function writeUntilKilled(writer: string, rows: number): Promise<number> {
  const child = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
    if (output.split('\n').length > rows) child.kill('SIGKILL');
  });
  await new Promise((resolve) => {
    child.once('close', resolve);
  });
  const lines = output.split('\n').slice(0, -1);
  expect(lines.length).toBeGreaterThanOrEqual(rows);
  return lines.length;
}

describe('a store whose process was killed', () => {
  it('has every row that was acknowledged, three times over', async () => {
    const writer = await buildWriter();
    let acknowledged = 0;
    for (const rows of [1, 40, 7]) {
      acknowledged += await writeUntilKilled(writer, rows);
      const { store, notices } = await open({ clearStaleLock: true });
      expect(notices.map((notice) => notice.code)).toEqual(['conversations-lock-cleared']);
      const events = store.events(one);
      expect(events.length).toBeGreaterThanOrEqual(acknowledged);
      // At most one more than was said each time: stored, and killed before it could say so.
      acknowledged = events.length;
      store.append(two, said('alive'));
      store.close();
    }
  }, 60_000);
});
