import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BuiltServer, textOf } from '../kit/built-server.test-kit.js';
import type { Ending, RunningServer } from '../kit/built-server.test-kit.js';
import type { JsonObject } from '../kit/json.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 }); // children start slowly on a busy machine

let built: BuiltServer;
let server: RunningServer;

beforeAll(() => {
  built = new BuiltServer('mischief');
});
afterAll(() => built.dispose());
afterEach(async () => {
  for (const ended of await built.closeAll()) {
    // The pipes of a process that was killed close a moment before it is dead.
    await vi.waitFor(() => expect(livingMembers(ended.pid)).toEqual([]), { timeout: 10_000 });
  }
});

/** The pids of a group's processes; those that are dead and wait to be reaped do not count. */
function livingMembers(group: number): number[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.map(Number).filter((pid) => {
    try {
      const [state, , pgrp] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(pgrp) === group && state !== 'Z' && state !== 'X';
    } catch {
      return false; // it ended between the listing and the reading
    }
  });
}

async function connect(...flags: string[]): Promise<void> {
  server = await built.connect(...flags);
}

/** How it ends by itself, with what it said until then. */
async function endingOf(...flags: string[]): Promise<Ending & { stderr: string; lines: readonly string[] }> {
  const { ended, lines } = (server = built.start(...flags));
  return { ...(await ended), stderr: server.stderr, lines };
}

async function names(params: JsonObject = {}): Promise<{ tools: readonly unknown[]; nextCursor: unknown }> {
  const { result } = (await server.request('tools/list', params)) as { result: JsonObject };
  const tools = result['tools'] as readonly JsonObject[];
  return { tools: tools.map((tool) => tool['name']), nextCursor: result['nextCursor'] };
}

const HONEST = ['echo', 'env', 'argv', 'pid', 'cancelled', 'fail'];

describe('mischief without a flag', () => {
  it('behaves', async () => {
    await connect('a b', `c'd "e"`);
    expect(await names()).toEqual({ tools: HONEST, nextCursor: undefined });
    const args = { a: '', b: 'x', n: null, e: '😀', q: '"\\', deep: [{ x: 1.5 }] };
    expect(await server.text('echo', args)).toBe(JSON.stringify(args));
    expect(await server.text('echo', { long: 'y'.repeat(200_000) })).toHaveLength(200_000 + '{"long":""}'.length);
    expect(JSON.parse(await server.text('env'))).toMatchObject({ A: '1' });
    expect(JSON.parse(await server.text('argv'))).toEqual(['a b', `c'd "e"`]);
    expect(JSON.parse(await server.text('pid'))).toEqual({ pid: server.pid, ppid: process.pid });
    expect(await server.call('fail')).toEqual({
      content: [{ type: 'text', text: 'This tool always fails.' }],
      isError: true,
    });
    expect(await server.request('tools/call', { name: 'gone' })).toMatchObject({ error: { code: -32602 } });
    expect(await server.request('server/discover')).toMatchObject({ error: { code: -32601 } });
    expect(server.lines).toHaveLength(server.messages.length);
    expect(await server.close()).toEqual({ code: 0, signal: null });
  });

  it('lists every flag with a sentence', async () => {
    const { code, lines } = await endingOf('--help');
    expect(code).toBe(0);
    expect(lines.filter((line) => /^ {2}--[a-z0-9-]+(\[=(n|text)\])? {2,}[A-Z].*\.$/.test(line))).toHaveLength(60);
  });

  it('refuses a flag that does not exist and a value that does not fit', async () => {
    for (const [flag, why] of [
      ['--strange', 'There is no flag --strange.'],
      ['--pages=x', '--pages takes a whole number, not "x".'],
      ['--crlf=1', '--crlf takes no value.'],
    ] as const) {
      expect(await endingOf(flag)).toMatchObject({ code: 2, stderr: `${why} --help lists the flags there are.\n` });
    }
  });
});

describe('what it prints', () => {
  it('puts banners, colours, blank lines and stray JSON before and between frames', async () => {
    await connect('--banner', '--json-noise');
    await server.request('ping');
    const frames = server.lines.flatMap((line, at) => (line.includes('"jsonrpc"') ? [at] : []));
    expect(server.lines.slice(0, 3)).toEqual([
      '=== mischief started 🚀 ===',
      '\u001B[32mINFO\u001B[0m listening on stdio',
      '',
    ]);
    const between = server.lines.slice((frames[0] ?? 0) + 1, frames[1]);
    expect(between).toContain('');
    expect(between).toEqual(expect.arrayContaining(['42', 'null', '{"level":"info","msg":"ready"}']));
  });

  it('ends frames with CR LF and splits a 4-byte character between two chunks', async () => {
    await connect('--crlf', '--split-utf8');
    const split = (): boolean => server.chunks.some((chunk) => chunk.subarray(-2).equals(Buffer.from([0xf0, 0x9f])));
    do {
      // again, where this process was too busy to read the two parts one by one
      expect(await server.text('echo', { e: '😀' })).toBe('{"e":"😀"}');
    } while (!split());
    expect(server.lines.every((line) => line.endsWith('}\r'))).toBe(true);
  });

  it('floods stderr before it answers', async () => {
    await connect('--stderr-flood');
    await server.until('all of stderr', () => server.stderr.length >= 4 * 1024 * 1024);
    expect(server.stderr).toHaveLength(4 * 1024 * 1024);
    await server.request('ping');
  });

  it('sends a result of 12 MB', async () => {
    await connect('--huge-result');
    expect(await server.text('echo')).toHaveLength(12 * 1024 * 1024);
  });
});

describe('how it leaves', () => {
  it('before the handshake, with its last words on stderr', async () => {
    const lastWords = { signal: null, stderr: 'Error: API_KEY missing\n', lines: [] };
    expect(await endingOf('--exit-before-handshake')).toEqual({ code: 1, ...lastWords });
    expect(await endingOf('--exit-before-handshake=7')).toEqual({ code: 7, ...lastWords });
  });

  it('in the middle of a call, with half an answer', async () => {
    await connect('--exit-mid-call=9');
    server.send('tools/call', { name: 'echo' });
    expect(await server.ended).toEqual({ code: 9, signal: null });
    const after = Buffer.concat(server.chunks).toString().split('\n').at(-1);
    expect(after).toMatch(/^\{"jsonrpc":"2.0","id":2,"res/);
    expect(server.stderr).toBe('mischief leaves in the middle of a call\n');
  });

  it('on the second call', async () => {
    await connect('--exit-on-call');
    expect(await server.text('echo')).toBe('{}');
    server.send('tools/call', { name: 'echo' });
    expect(await server.ended).toEqual({ code: 3, signal: null });
  });

  it('not when stdin ends, nor on SIGTERM, where it ignores both', async () => {
    await connect('--ignore-eof-and-term', '--slow-call=100');
    server.signal('SIGTERM');
    await server.request('ping');
    const id = server.send('tools/call', { name: 'echo' });
    const ended = server.close(); // a server that minds would be gone before this call is answered
    await server.answer(id);
    server.kill();
    expect(await ended).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('with its shell, where it is a grandchild and stdin ends', async () => {
    await connect('--grandchild', 'x');
    const { pid } = JSON.parse(await server.text('pid')) as { pid: number };
    expect(pid).not.toBe(server.pid);
    expect(livingMembers(server.pid)).toHaveLength(3);
    expect(JSON.parse(await server.text('argv'))).toEqual(['x']);
    expect(await server.close()).toEqual({ code: 0, signal: null });
  });

  it('not with its parent, where it is a grandchild that ignores everything', async () => {
    await connect('--grandchild', '--ignore-eof-and-term');
    const { pid } = JSON.parse(await server.text('pid')) as { pid: number };
    server.signal('SIGKILL');
    expect(await server.text('echo')).toBe('{}'); // orphaned and well
    expect(livingMembers(server.pid)).toContain(pid);
    server.kill();
    expect((await server.ended).signal).toBe('SIGKILL');
  });
});

describe('the handshake', () => {
  it('starts late', async () => {
    const before = performance.now();
    await connect('--slow-start=120');
    expect(performance.now() - before).toBeGreaterThanOrEqual(120);
  });

  it('answers with a revision that nobody asked for', async () => {
    for (const [flag, revision] of [
      ['--old-revision', '2024-11-05'],
      ['--old-revision=2025-03-26', '2025-03-26'],
      ['--unknown-revision', '1999-01-01'],
    ] as const) {
      expect(await built.start(flag).initialize()).toMatchObject({ result: { protocolVersion: revision } });
    }
  });

  it('is never answered, while everything else is', async () => {
    server = built.start('--never-answer-handshake');
    const id = server.send('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} });
    await server.request('ping');
    await server.request('ping');
    expect(server.messages.some((one) => one['id'] === id)).toBe(false);
  });
});

describe('the list of tools', () => {
  it('comes on pages, the second of which has an empty cursor', async () => {
    await connect('--pages=3');
    expect(await names()).toEqual({ tools: ['echo', 'env'], nextCursor: '' });
    expect(await names({ cursor: '' })).toEqual({ tools: ['argv', 'pid'], nextCursor: 'page-3' });
    expect(await names({ cursor: 'page-3' })).toEqual({ tools: ['cancelled', 'fail'], nextCursor: undefined });
    expect(await server.request('tools/list', { cursor: 'x' })).toMatchObject({ error: { code: -32602 } });
  });

  it('never ends', async () => {
    await connect('--endless-cursor');
    expect(await names()).toEqual({ tools: HONEST, nextCursor: 'again' });
    expect(await names({ cursor: 'again' })).toEqual({ tools: [], nextCursor: 'again' });
  });

  it('holds bad tools among good ones, a lie, a spoof and a thousand more', async () => {
    await connect('--bad-tools', '--read-only-lie', '--spoof', '--many-tools', '--slow-list=1');
    const all = await server.tools();
    expect(all.slice(6, 14).map((tool) => tool['name'])).toEqual([
      'malformed',
      'good',
      'good',
      undefined,
      'any_of',
      'dotted.name/slash',
      'delete_everything',
      'spoof',
    ]);
    expect(all[6]).toEqual({ name: 'malformed', description: 7, inputSchema: 'none' });
    expect(all[10]?.['inputSchema']).toHaveProperty('anyOf');
    expect(all[12]?.['annotations']).toEqual({ readOnlyHint: true, destructiveHint: false });
    expect(all[13]?.['title']).toMatch(/[\u202E\u200B]/);
    expect(await server.text('spoof')).toContain('\u202E');
    expect(all).toHaveLength(1014);
    expect(JSON.stringify(all.at(-1)).length).toBeGreaterThan(2048);
    expect(await server.text('tool_999')).toBe('tool_999 ran.');
  });

  it('changes after it was read once', async () => {
    await connect('--rug-pull');
    const [first] = await server.tools();
    const changed = 'notifications/tools/list_changed';
    await server.until(changed, () => server.messages.some((one) => one['method'] === changed));
    const [second] = await server.tools();
    expect([first?.['name'], second?.['name']]).toEqual(['echo', 'echo']);
    expect(first?.['description']).not.toBe(second?.['description']);
    expect(server.messages.filter((one) => one['method'] === changed)).toHaveLength(1);
  });
});

describe('calls', () => {
  it('are never answered, while pid and cancelled still are', async () => {
    await connect('--never-answer');
    const id = server.send('tools/call', { name: 'echo' });
    server.notify('notifications/cancelled', { requestId: id, reason: 'stop' });
    expect(await server.text('cancelled')).toBe(JSON.stringify([id]));
    expect(server.messages.some((one) => one['id'] === id)).toBe(false);
  });

  it('are answered after they were cancelled', async () => {
    await connect('--late-answer');
    const id = server.send('tools/call', { name: 'echo' });
    expect(await server.text('cancelled')).toBe('[]');
    expect(server.messages.some((one) => one['id'] === id)).toBe(false);
    server.notify('notifications/cancelled', { requestId: id });
    expect(await server.answer(id)).toMatchObject({ result: {} });
  });

  it('that are slow can be cancelled, and are answered otherwise', async () => {
    await connect('--slow-call=30');
    const id = server.send('tools/call', { name: 'echo' });
    server.notify('notifications/cancelled', { requestId: id });
    expect(await server.text('echo', { x: 1 })).toBe('{"x":1}');
    expect(server.messages.some((one) => one['id'] === id)).toBe(false);
  });

  it('report progress where they were given a token', async () => {
    await connect('--progress=2');
    await server.call('echo');
    expect(server.messages.some((one) => one['method'] === 'notifications/progress')).toBe(false);
    await server.request('tools/call', { name: 'echo', _meta: { progressToken: 'p' } });
    expect(server.messages.slice(-3)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 2, total: 2 } },
      { result: { content: [{ text: '{}' }] } },
    ]);
  });

  it('have results of every kind, while pid is answered plainly', async () => {
    for (const [flags, result] of [
      [['--image-result'], { content: [{ type: 'image', mimeType: 'image/png' }] }],
      [['--structured-only'], { content: [], structuredContent: { text: '{"a":1}' } }],
      [['--is-error'], { content: [{ type: 'text', text: '{"a":1}' }], isError: true }],
      [['--is-error', '--huge-result=3'], { content: [{ type: 'text', text: 'xxx' }], isError: true }],
    ] as const) {
      await connect(...flags);
      expect(await server.call('echo', { a: 1 })).toMatchObject(result);
      expect(textOf(await server.call('pid'))).toContain(String(server.pid));
    }
  });

  it('are refused by the protocol', async () => {
    await connect('--jsonrpc-error');
    expect(await server.request('tools/call', { name: 'echo' })).toMatchObject({ error: { code: -32603 } });
  });
});
