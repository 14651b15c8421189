import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../shared/agent-event.js';
import { branded } from '../../shared/brand.js';
import type { ConversationId, MessageId } from '../../shared/conversation.js';
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
    writeFileSync(path, bytes.fill(7, 4096 * 4, 4096 * 12));
    mkdirSync(`${path}.lock`);
    const { notices, store: fresh } = await open({ clearStaleLock: true });
    expect(notices.map((notice) => notice.code)).toEqual(['conversations-lock-cleared', 'conversations-broken']);
    expect(fresh.events(one)).toEqual([]);
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
