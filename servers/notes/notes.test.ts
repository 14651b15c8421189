import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BuiltServer, textOf } from '../kit/built-server.test-kit.js';
import type { RunningServer } from '../kit/built-server.test-kit.js';
import { SEEDS } from './seeds.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 }); // children start slowly on a busy machine

let built: BuiltServer;
let folder: string;
let notes: RunningServer;

beforeAll(() => {
  built = new BuiltServer('notes');
});
afterAll(() => built.dispose());
afterEach(async () => {
  expect(await notes.close()).toEqual({ code: 0, signal: null });
  expect(notes.groupLives()).toBe(false);
  expect(notes.messages).toHaveLength(notes.lines.length); // nothing but messages on stdout
  expect(notes.stderr).toBe('');
});

async function open(seeded = true): Promise<void> {
  folder = built.folder();
  if (!seeded) writeFileSync(join(folder, 'first.md'), '# First');
  notes = await built.connect(folder);
}

describe('a first start', () => {
  it('makes the folder and seeds it, agent-loop among the notes', async () => {
    folder = join(built.folder(), 'new', 'notes');
    notes = await built.connect(folder);
    expect((await notes.text('list_notes')).split('\n')).toEqual(Object.keys(SEEDS).toSorted());
    expect(await notes.text('read_note', { name: 'agent-loop' })).toBe(SEEDS['agent-loop']);
    expect(await notes.text('read_note', { name: '欢迎' })).toContain('add_note');
  });

  it('leaves a folder alone that holds something', async () => {
    await open(false);
    expect(await notes.text('list_notes')).toBe('first');
    expect(readdirSync(folder)).toEqual(['first.md']);
  });
});

describe('the tools', () => {
  it('carry honest annotations', async () => {
    await open();
    const hints = (await notes.tools()).map((tool) => [tool['name'], tool['annotations']]);
    expect(hints).toEqual([
      ['list_notes', { readOnlyHint: true, openWorldHint: false }],
      ['read_note', { readOnlyHint: true, openWorldHint: false }],
      ['add_note', { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
    ]);
  });

  it('add a note that is on the disk and in the list', async () => {
    await open(false);
    expect(await notes.text('add_note', { name: 'test', content: 'hello' })).toBe('Added the note "test".');
    expect(readFileSync(join(folder, 'test.md'), 'utf8')).toBe('hello');
    expect(await notes.text('list_notes')).toBe('first\ntest');
  });

  it('keep content as it is: Chinese, emoji, line ends, nothing at all', async () => {
    await open(false);
    for (const [name, content] of [
      ['中文-笔记_1', '你好 😀\r\n"quoted" \\ end'],
      ['empty', ''],
      ['long', 'x'.repeat(200_000)],
    ] as const) {
      await notes.call('add_note', { name, content });
      expect(await notes.text('read_note', { name })).toBe(content);
    }
  });

  it('never overwrite a note, and leave nothing behind when they refuse', async () => {
    await open(false);
    const result = await notes.call('add_note', { name: 'first', content: 'other' });
    expect(result['isError']).toBe(true);
    expect(textOf(result)).toContain('already a note named "first"');
    expect(readFileSync(join(folder, 'first.md'), 'utf8')).toBe('# First');
    expect(readdirSync(folder)).toEqual(['first.md']);
  });

  it('let exactly one of many win who add the same name at once', async () => {
    await open(false);
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, at) => notes.call('add_note', { name: 'race', content: `writer ${at}` })),
    );
    const winners = results.flatMap((result, at) => (result['isError'] === true ? [] : [at]));
    expect(winners).toHaveLength(1);
    expect(readFileSync(join(folder, 'race.md'), 'utf8')).toBe(`writer ${winners[0]}`);
  });

  it('refuse a note that is too large', async () => {
    await open(false);
    const result = await notes.call('add_note', { name: 'huge', content: 'x'.repeat(1024 * 1024 + 1) });
    expect(textOf(result)).toBe('The content has 1048577 bytes; a note may have 1048576.');
    expect(readdirSync(folder)).toEqual(['first.md']);
  });

  it('say which notes there are where one is missing', async () => {
    await open(false);
    const result = await notes.call('read_note', { name: 'gone' });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toBe('There is no note named "gone". list_notes names those there are.');
  });

  it('are open while the folder is gone, and name themselves in the error', async () => {
    await open(false);
    rmSync(folder, { recursive: true });
    const result = await notes.call('list_notes');
    expect(result['isError']).toBe(true);
    expect(textOf(result)).toMatch(/^notes could not run list_notes: ENOENT/);
  });
});

describe('names', () => {
  const bad = ['../../etc/passwd', '..', '.', '', 'a/b', 'a\\b', 'a.md', ' a', 'a\n', 'a\u0000', '\u202Ea', 'é', 'CON'];

  it('that lead away, hide something or fit no file are refused by the server itself', async () => {
    await open(false);
    for (const name of [...bad, 'x'.repeat(65)]) {
      const read = await notes.call('read_note', { name });
      const added = await notes.call('add_note', { name, content: 'x' });
      expect([name, read['isError'], added['isError']]).toEqual([name, true, true]);
      expect(textOf(read)).toContain(`${JSON.stringify(name)} is not a name for a note`);
      expect(textOf(added)).toContain(`${JSON.stringify(name)} is not a name for a note`);
    }
    expect(readdirSync(folder)).toEqual(['first.md']);
  });

  it.skipIf(process.platform === 'win32')('do not lead out of the folder through a link', async () => {
    await open(false);
    const secret = join(built.folder(), 'secret');
    writeFileSync(secret, 'secret');
    symlinkSync(secret, join(folder, 'link.md'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.md'));
    mkdirSync(join(folder, 'sub.md'));
    expect(await notes.text('list_notes')).toBe('first');
    for (const name of ['link', 'dangling', 'sub']) {
      expect(textOf(await notes.call('read_note', { name }))).toContain('is not a plain file in the notes folder');
      expect(textOf(await notes.call('add_note', { name, content: 'x' }))).toContain('already a note');
    }
    expect(readFileSync(secret, 'utf8')).toBe('secret');
    expect(readdirSync(folder)).not.toContain('nowhere');
  });
});

describe('the wire', () => {
  it('takes CRLF, blank lines and a character split between chunks, and answers nonsense in order', async () => {
    await open(false);
    const line = JSON.stringify({
      jsonrpc: '2.0',
      id: 'crlf',
      method: 'tools/call',
      params: { name: 'add_note', arguments: { name: 'emoji', content: '😀' } },
    });
    const bytes = Buffer.from(`\r\n${line}\r\n`);
    const middle = bytes.indexOf(Buffer.from('😀')) + 2;
    notes.write(bytes.subarray(0, middle));
    await new Promise(setImmediate); // two writes, so that two chunks can arrive
    notes.write(bytes.subarray(middle));
    await notes.until('the note', () => notes.messages.some((one) => one['id'] === 'crlf'));
    expect(readFileSync(join(folder, 'emoji.md'), 'utf8')).toBe('😀');
  });

  it('answers what is no JSON with a parse error and goes on', async () => {
    await open(false);
    notes.write('not json\n{"half":\n');
    await notes.until('two errors', () => notes.messages.filter((one) => one['id'] === null).length === 2);
    expect(notes.messages.filter((one) => one['id'] === null)).toMatchObject([
      { error: { code: -32700 } },
      { error: { code: -32700 } },
    ]);
    expect(await notes.request('ping')).toMatchObject({ result: {} });
  });

  it('answers what still runs when stdin ends', async () => {
    await open(false);
    const id = notes.send('tools/call', { name: 'add_note', arguments: { name: 'last', content: 'x' } });
    await notes.close();
    expect(notes.messages.find((one) => one['id'] === id)).toMatchObject({ result: {} });
    expect(readdirSync(folder).toSorted()).toEqual(['first.md', 'last.md']);
  });
});

describe('the command line', () => {
  it('needs a folder', async () => {
    const server = built.start();
    expect(await server.ended).toEqual({ code: 2, signal: null });
    expect(server.stderr).toMatch(/^Usage: notes <folder>/);
    expect(server.lines).toEqual([]);
    await open(); // for afterEach
  });
});
