import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, says, TestHost, type Wanted } from './host.test-kit.js';

let folder: string;
const open: TestHost[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-transfer-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function testHost(wanted: Wanted): Promise<TestHost> {
  const host = await TestHost.open(wanted);
  open.push(host);
  return host;
}

/** A chat with a call of a server and its result. */
async function toldChat(wanted: Wanted = {}): Promise<{ readonly host: TestHost; readonly id: string }> {
  const model = [calls(['mcp__notes__list_notes', {}]), says('There is ```one``` note.')];
  const host = await testHost({ presenter: new AutoPresenter(), model, ...wanted });
  await host.started();
  const id = await host.newChat();
  await host.say(id, 'What notes/are there?');
  return { host, id };
}

async function exported(host: TestHost, id: string, format: 'markdown' | 'json'): Promise<string> {
  host.desk.file = join(folder, `chat.${format}`);
  const { path } = await host.commands['conversations.export']({ id, format });
  expect(path).toBe(host.desk.file);
  return readFileSync(path, 'utf8');
}

describe('an exported chat', () => {
  it('as Markdown has what was said, and each call with its result', async () => {
    const { host, id } = await toldChat();
    const text = await exported(host, id, 'markdown');
    expect(host.desk.suggested).toEqual(['What notes are there.md']);
    expect(text).toMatch(/^# What notes\/are there\?\n/u);
    expect(text).toMatch(/## You · .*\n\nWhat notes\/are there\?/u);
    expect(text).toMatch(
      /### Call: notes ▸ list_notes\n\n```json\n\{\}\n```\n\nResult:\n\n```text\n[\s\S]*agent-loop/u,
    );
    expect(text).toContain('There is ```one``` note.');
  });

  it('as JSON comes back as another chat that says the same, to which no permission holds', async () => {
    const { host, id } = await toldChat();
    await exported(host, id, 'json');
    const { id: copy } = await host.commands['conversations.import']({});
    expect(copy).not.toBe(id);
    const [before, after] = await Promise.all(
      [id, copy].map(async (chat) => (await host.commands['conversations.open']({ id: chat })).state),
    );
    const said = (state: typeof before): unknown => state?.messages.map(({ role, blocks }) => [role, blocks]);
    expect(said(after)).toEqual(said(before));
    expect(Object.values(after?.calls ?? {})).toMatchObject([
      { serverName: 'notes', tool: 'list_notes', serverId: 'imported', stage: 'finished', result: { isError: false } },
    ]);
    expect(Object.values(after?.calls ?? {})[0]?.permission).toBeUndefined();
    // The chat goes on from there.
    const { hits } = await host.commands['conversations.search']({ query: 'There is' });
    expect(hits.map((hit) => hit.conversationId)).toContain(copy);
  });

  it('holds no secret that is known', async () => {
    const key = 'sk-ant-secret-of-this-test-0123456789';
    const model = [says(`Your key is ${key}.`)];
    const { host, id } = await toldChat({ model, env: { ANTHROPIC_API_KEY: key } });
    for (const format of ['markdown', 'json'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      expect(await exported(host, id, format)).not.toContain(key);
    }
  });

  it('is not written where the user changes their mind, and says why it can not be', async () => {
    const { host, id } = await toldChat();
    const write = host.commands['conversations.export']({ id, format: 'json' });
    await expect(write).rejects.toMatchObject({ code: 'cancelled' });
    host.desk.file = join(folder, 'no', 'such', 'folder.json');
    await expect(host.commands['conversations.export']({ id, format: 'json' })).rejects.toMatchObject({
      code: 'not-exported',
      message: expect.stringContaining('folder.json'),
    });
  });
});

describe('what a server logged during a call', () => {
  const key = 'sk-ant-api03-secret-of-this-test-0123456789abcdef';
  const use = { type: 'tool_use', id: 'c', name: 'echo', input: {} };
  const call = { id: 'c', serverName: 's', tool: 'echo', startedAt: 2, finishedAt: 3 };
  const document = {
    format: 'gatehouse-chat',
    version: 1,
    title: 't',
    createdAt: 1,
    messages: [{ role: 'assistant', id: 'a', at: 1, model: 'm', blocks: [use] }],
    calls: [{ ...call, result: { content: [], isError: false } }],
  };
  const withLog = (log: unknown): string => JSON.stringify({ ...document, calls: [{ ...document.calls[0], log }] });

  async function imported(host: TestHost, content: string): Promise<string> {
    host.desk.file = join(folder, 'in.json');
    writeFileSync(host.desk.file, content);
    return (await host.commands['conversations.import']({})).id;
  }

  async function logOf(host: TestHost, id: string) {
    const { state } = await host.commands['conversations.open']({ id });
    return Object.values(state.calls)[0]?.log;
  }

  it('goes with the chat, as the card has it', async () => {
    const host = await testHost({ presenter: new AutoPresenter({ kind: 'allowed', scope: 'once' }) });
    await host.mischief('--banner');
    const id = await host.newChat();
    await host.say(id, '/call mcp__mischief__echo {"text":"hi"}');
    const log = await logOf(host, id);
    expect(log?.length).toBeGreaterThan(0);
    await exported(host, id, 'json');
    const { id: copy } = await host.commands['conversations.import']({});
    expect(await logOf(host, copy)).toEqual(log);
    const text = await exported(host, copy, 'markdown');
    const logged = /Server log during this call:\n\n```text\n\d\d:\d\d:\d\d stdout .*\n[\s\S]*```\n\nResult:/u;
    expect(text).toMatch(logged);
    expect(text).toContain(` stdout ${log?.[0]?.text}\n`);
  });

  it('is missing where an earlier Gatehouse wrote the file, which is taken in all the same', async () => {
    const host = await testHost({ model: [] });
    const id = await imported(host, JSON.stringify(document));
    expect(await logOf(host, id)).toBeUndefined();
    expect(await exported(host, id, 'markdown')).not.toContain('Server log');
    expect(await exported(host, id, 'json')).not.toContain('"log"');
  });

  it('is bounded when it comes from a file, and has no known secret when it goes into one', async () => {
    const host = await testHost({ model: [], env: { ANTHROPIC_API_KEY: key } });
    await host.started();
    const lines = Array.from({ length: 300 }, (_, at) => ({ at, source: 'stderr', text: `line ${at} ${key}` }));
    const id = await imported(host, withLog(lines));
    const log = await logOf(host, id);
    expect(log).toHaveLength(50);
    expect(log?.at(-1)?.text).toMatch(/^line 299 /u);
    for (const text of [await exported(host, id, 'markdown'), await exported(host, id, 'json')]) {
      expect(text).toContain('line 299 [redacted]');
      expect(text).not.toContain(key);
    }
  });

  it.each([
    ['no list', 'all of it', '"/calls/0/log'],
    ['a line that nobody said', [{ at: 1, text: 'x' }], '"/calls/0/log/0'],
    ['a line of somebody else', [{ at: 1, source: 'user', text: 'x' }], '"/calls/0/log/0/source'],
    ['a line without a time', [{ at: 'now', source: 'host', text: 'x' }], '"/calls/0/log/0/at'],
  ])('is refused with its file where it is not as Gatehouse writes it: %s', async (_name, log, words) => {
    const host = await testHost({ model: [] });
    await expect(imported(host, withLog(log))).rejects.toMatchObject({
      code: 'bad-chat-file',
      message: expect.stringContaining(words) as string,
    });
    expect((await host.now()).conversations).toEqual([]);
  });
});

describe('a file that is no chat', () => {
  const good = { format: 'gatehouse-chat', version: 1, title: 't', createdAt: 1, messages: [], calls: [] };
  const user = { role: 'user', id: 'm', at: 1, blocks: [] };
  it.each([
    ['no JSON', 'hello', 'no JSON'],
    ['another JSON', '{"format":"other"}', 'no chat of Gatehouse'],
    ['a newer format', JSON.stringify({ ...good, version: 2 }), 'newer Gatehouse'],
    ['a wrong message', JSON.stringify({ ...good, messages: [{ role: 'system' }] }), '"/messages/0'],
    ['two messages of one id', JSON.stringify({ ...good, messages: [user, user] }), 'id "m"'],
    ['a time that no calendar has', JSON.stringify({ ...good, createdAt: 8.64e15 }), '"/createdAt'],
    ['more than there is', JSON.stringify({ ...good, extra: 1 }), 'extra'],
  ])('is refused and changes nothing: %s', async (_name, content, words) => {
    const host = await testHost({ model: [] });
    host.desk.file = join(folder, 'file.json');
    writeFileSync(host.desk.file, content);
    await expect(host.commands['conversations.import']({})).rejects.toMatchObject({
      code: 'bad-chat-file',
      message: expect.stringContaining(words),
    });
    expect((await host.now()).conversations).toEqual([]);
  });
});
