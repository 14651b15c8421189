import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BuiltServer, textOf } from '../kit/built-server.test-kit.js';
import type { RunningServer } from '../kit/built-server.test-kit.js';

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
