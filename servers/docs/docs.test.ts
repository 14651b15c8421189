import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BuiltServer, textOf } from '../kit/built-server.test-kit.js';
import type { RunningServer } from '../kit/built-server.test-kit.js';
import type { JsonObject } from '../kit/json.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 }); // children start slowly on a busy machine

let built: BuiltServer;
let docs: RunningServer;

beforeAll(() => {
  built = new BuiltServer('docs');
});
afterAll(() => built.dispose());
afterEach(async () => {
  await docs.close();
  expect(docs.groupLives()).toBe(false);
  expect(docs.messages).toHaveLength(docs.lines.length);
});

describe('docs over its own pages', () => {
  it('finds passages by words in any case, and by Chinese, also where the sentence stands nowhere as it is, and says where there are none', async () => {
    docs = await built.connect();
    const passages = await docs.text('search', { query: 'MCPSERVERS json' });
    expect(passages).toMatch(/^Adding a server \(adding-a-server\.md, line 3\)\nOpen the Servers page/);
    expect(await docs.text('search', { query: '信任只读提示' })).toContain('trusting-read-only-hints.md');
    expect(await docs.text('search', { query: '怎么粘贴一个服务器' })).toMatch(/^Adding a server/);
    expect(await docs.text('search', { query: 'policy order' })).toContain('The order of the policy');
    expect(await docs.text('search', { query: 'practice model' })).toContain('needs no key');

    expect(await docs.text('search', { query: 'zeppelin (.*' })).toBe('No page mentions "zeppelin (.*".');
    expect(await docs.text('search', { query: '飞艇' })).toBe('No page mentions "飞艇".');
    const empty = await docs.call('search', { query: ' ' });
    expect(empty['isError']).toBe(true);
    expect(textOf(empty)).toBe('The argument "query" is empty: give at least one word.');
  });

  it('says that both tools only read, and knows the version of Gatehouse only where it was told', async () => {
    docs = await built.connect();
    expect(await docs.text('get_version')).toBe('The version of Gatehouse is unknown to this server.');
    await docs.close();
    docs = await built.connect('--gatehouse-version', '0.1.0');
    expect(await docs.text('get_version')).toBe('Gatehouse 0.1.0');
    expect((await docs.tools()).map((tool) => [tool['name'], tool['annotations']])).toEqual([
      ['search', { readOnlyHint: true, openWorldHint: false }],
      ['get_version', { readOnlyHint: true, openWorldHint: false }],
    ]);
  });
});

describe('what docs offers beside tools', () => {
  it('has its pages as resources, and says which page is not there', async () => {
    docs = await built.connect();
    const { resources } = (await docs.request('resources/list'))['result'] as { resources: JsonObject[] };
    expect(resources.length).toBeGreaterThan(4);
    expect(resources).toContainEqual({
      uri: 'docs://pages/approvals.md',
      name: 'approvals.md',
      title: 'Approvals',
      mimeType: 'text/markdown',
      size: expect.any(Number),
    });
    expect(await docs.request('resources/read', { uri: 'docs://pages/approvals.md' })).toMatchObject({
      result: { contents: [{ mimeType: 'text/markdown', text: expect.stringMatching(/^# Approvals\n/) }] },
    });
    expect(await docs.request('resources/read', { uri: 'docs://pages/../secret' })).toMatchObject({
      error: { code: -32002, message: 'There is no page at docs://pages/../secret.' },
    });
    expect(await docs.request('resources/read', {})).toMatchObject({ error: { code: -32602 } });
    expect(await docs.request('resources/list', { cursor: 'x' })).toMatchObject({ error: { code: -32602 } });
  });

  it('has a prompt over the pages that fit, in the language of its topic', async () => {
    docs = await built.connect();
    const said = async (args: JsonObject): Promise<unknown> =>
      (await docs.request('prompts/get', { name: 'explain', arguments: args }))['result'];
    const text = (value: unknown): object => ({ messages: [{ role: 'user', content: { type: 'text', text: value } }] });
    expect(await said({ topic: 'policy order', reader: 'a newcomer' })).toMatchObject(
      text(expect.stringMatching(/^Explain “policy order” in Gatehouse to a newcomer, .*## The order of the policy/su)),
    );
    expect(await said({ topic: '信任只读提示' })).toMatchObject(text(expect.stringMatching(/^请用平实的话解释/u)));
    expect(await said({ topic: 'zeppelin' })).toMatchObject(text(expect.stringContaining('No page mentions it')));
    for (const args of [{}, { topic: ' ' }, { topic: 1 }, { topic: 'a', reader: 1 }, 'a']) {
      // oxlint-disable-next-line no-await-in-loop -- one server answers one after the other
      expect(await docs.request('prompts/get', { name: 'explain', arguments: args })).toMatchObject({
        error: { code: -32602 },
      });
    }
    expect(await docs.request('prompts/get', { name: 'nope' })).toMatchObject({
      error: { code: -32602, message: 'Unknown prompt "nope". docs has: explain.' },
    });
  });

  it('completes topics by titles and pages by files', async () => {
    docs = await built.connect();
    const complete = async (ref: JsonObject, name: string, value: string): Promise<unknown> =>
      (await docs.request('completion/complete', { ref, argument: { name, value } }))['result'];
    const prompt = { type: 'ref/prompt', name: 'explain' };
    expect(await complete(prompt, 'topic', 'appro')).toEqual({
      completion: { values: ['Approvals'], total: 1, hasMore: false },
    });
    expect(await complete(prompt, 'reader', 'a')).toMatchObject({ completion: { values: [] } });
    expect(await complete({ type: 'ref/resource', uri: 'docs://pages/{file}' }, 'file', 'practice')).toMatchObject({
      completion: { values: ['practice-model.md'] },
    });
    expect(await complete({ type: 'ref/prompt', name: 'nope' }, 'topic', '')).toBeUndefined();
  });
});

describe('docs over a folder', () => {
  it('searches its Markdown files as they are now, five passages at most', async () => {
    const folder = built.folder();
    mkdirSync(join(folder, 'sub.md'));
    writeFileSync(join(folder, 'other.txt'), 'heron');
    docs = await built.connect(folder);
    expect(await docs.text('search', { query: 'heron' })).toBe('No page mentions "heron".');
    writeFileSync(join(folder, 'birds.md'), '# Birds\r\n\r\nA Heron\r\nstands.\r\n');
    writeFileSync(join(folder, 'untitled.md'), Array.from({ length: 9 }, (_, at) => `heron ${at}`).join('\n\n'));
    const hits = (await docs.text('search', { query: 'heron' })).split('\n\n');
    expect(hits).toHaveLength(5);
    expect(hits[0]).toBe('Birds (birds.md, line 3)\nA Heron\nstands.');
    expect(hits[1]).toBe('untitled.md (untitled.md, line 1)\nheron 0');
    expect(hits[2]).toBe('untitled.md (untitled.md, line 3)\nheron 1');
  });
});

describe('the command line', () => {
  it.each([[['--strange']], [['a', 'b']], [['--http', 'x']], [['--ws', '70000']]])(
    'shows how it is used for %j',
    async (args) => {
      docs = built.start(...args);
      expect(await docs.ended).toEqual({ code: 2, signal: null });
      expect(docs.stderr).toMatch(/^Usage: docs/);
    },
  );

  it('names a folder that is not there', async () => {
    docs = built.start(join(built.folder(), 'gone'));
    expect(await docs.ended).toEqual({ code: 1, signal: null });
    expect(docs.stderr).toMatch(/^docs could not start: ENOENT.*gone/);
  });
});
