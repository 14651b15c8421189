import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { JsonObject } from '../../shared/json.js';
import type { RawToolName } from '../../shared/tool.js';
import { childEnvironment } from '../process/child-environment.js';
import { McpClient } from './client.js';
import { ScriptedServer } from './scripted-server.test-kit.js';
import type { CallOptions, McpSession } from './session.js';
import { linkedPair } from './transports/linked-pair.js';
import { StdioTransport } from './transports/stdio.js';

/*
 * What users of other hosts reported, kind by kind, as far as a client can be at fault. The others of these kinds stand
 * where their part is tested: transports, names and schemas (core/tools), launches (core/servers).
 */

const FOLDER = tmpdir();
const MISCHIEF = path.resolve('out/servers/mischief.js');

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

interface Met {
  readonly session: McpSession;
  readonly log: string[];
}

async function connect(
  flags: readonly string[],
  own: Readonly<Record<string, string>> = {},
  command = process.execPath,
): Promise<Met> {
  const log: string[] = [];
  const launch = { command, args: [MISCHIEF, ...flags], env: childEnvironment(process.env, own), cwd: FOLDER };
  const transport = new StdioTransport(launch);
  cleanUp.push(() => transport.close());
  const onLog = (source: string, line: string): void => void log.push(`${source}: ${line}`);
  return { session: await new McpClient('0').connect(transport, { onLog }), log };
}

async function text(session: McpSession, tool: string, args: JsonObject = {}, options?: CallOptions): Promise<string> {
  const { content } = await session.callTool(branded<RawToolName>(tool), args, options);
  const [block] = content;
  if (block?.type !== 'text') throw new Error(`no text: ${JSON.stringify(content)}`);
  return block.text;
}

describe('a start', () => {
  it('that fails among others names its command, and the others run', async () => {
    const [bad, good] = await Promise.allSettled([connect([], {}, 'no-such-server'), connect([])]);
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'spawn-failed',
        message: expect.stringMatching(/"no-such-server".*Install it, or give its full/),
      },
    });
    if (good.status === 'rejected') throw good.reason;
    expect(await text(good.value.session, 'echo', { a: 1 })).toBe('{"a":1}');
  });

  it('needs no folder for temporary files', async () => {
    vi.stubEnv('TMPDIR', '/nonexistent');
    cleanUp.push(() => vi.unstubAllEnvs());
    const { session } = await connect([], { TMPDIR: '/nonexistent' });
    expect(await text(session, 'echo', { a: 1 })).toBe('{"a":1}');
  });

  it.each(['legacy', 'auto'] as const)(
    'may take as long as it takes, by the %s way, and is not killed',
    async (era) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      const [near, far] = linkedPair();
      const server = new ScriptedServer(far);
      const handshake = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'slow', version: '1' } };
      server.on('initialize', () => undefined);
      const connecting = new McpClient('0').connect(near, { era });
      // A package that is downloaded for a quarter of an hour.
      await vi.advanceTimersByTimeAsync(15 * 60_000);
      const asked = server.heard.find((message) => 'method' in message && message.method === 'initialize');
      expect(asked).toMatchObject({ id: expect.any(Number) });
      expect(server.reason).toBeUndefined();
      server.say({ id: asked !== undefined && 'id' in asked ? (asked.id ?? 0) : 0, result: handshake });
      expect((await connecting).serverInfo.name).toBe('slow');
    },
  );

  it('with the words of a package manager on standard output is a start, and they are in the log', async () => {
    const { session, log } = await connect(['--npm-noise']);
    expect(await text(session, 'echo', { a: 1 })).toBe('{"a":1}');
    expect(log).toContain('stdout: npm warn deprecated inflight@1.0.6: This module is not supported');
    expect(log).toContain('stdout: Debugger attached.');
  });

  it('of a server that lists slowly does not hold up its calls', async () => {
    const { session } = await connect(['--slow-list=1000']);
    let listed = false;
    const listing = session.listTools().finally(() => {
      listed = true;
    });
    expect(await text(session, 'echo', { a: 1 })).toBe('{"a":1}');
    expect(listed).toBe(false);
    await listing;
  });
});

describe('a list of tools', () => {
  it('that changes fifty times at once is told once', async () => {
    const { session } = await connect(['--list-changed-burst=50']);
    let told = 0;
    session.onToolsChanged(() => told++);
    await session.listTools();
    // The answer to this comes after all of the burst.
    await text(session, 'echo');
    await vi.waitFor(() => expect(told).toBeGreaterThan(0), { timeout: 10_000 });
    await text(session, 'echo');
    expect(told).toBeLessThanOrEqual(2);
  });
});

describe('a call', () => {
  it('that is stopped says that the server may go on', async () => {
    const { session } = await connect(['--never-answer']);
    const controller = new AbortController();
    const call = text(session, 'echo', {}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({
      code: 'cancelled',
      message: expect.stringContaining('may still be working'),
    });
  });

  it('that runs out of time starts no second process', async () => {
    const { session } = await connect(['--never-answer']);
    const before = await text(session, 'pid');
    for (let at = 0; at < 3; at++) {
      await expect(text(session, 'echo', {}, { timeoutMs: 20 })).rejects.toMatchObject({ code: 'timeout' });
    }
    expect(await text(session, 'pid')).toBe(before);
    expect(await text(session, 'cancelled')).toBe('[3,4,5]');
  });

  it.each([
    ['finishes after minutes, as long as there is progress', 18, 'done'],
    ['ends at its hard maximum, whatever progress there is', 200, 'timeout'],
  ])('%s', async (_what, steps, outcome) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const [near, far] = linkedPair();
    const server = new ScriptedServer(far);
    const session = await new McpClient('0').connect(near);
    server.on('tools/call', () => undefined);
    const call = session.callTool(branded<RawToolName>('slow'), {}).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    );
    await vi.advanceTimersByTimeAsync(0);
    const { id = 0 } = server.heard.find((one) => 'method' in one && one.method === 'tools/call') as { id?: number };
    for (let progress = 1; progress <= steps; progress++) {
      await vi.advanceTimersByTimeAsync(10_000);
      server.say({ method: 'notifications/progress', params: { progressToken: id, progress } });
    }
    server.say({ id, result: { content: [] } });
    await vi.advanceTimersByTimeAsync(0);
    expect(await call).toBe(outcome);
  });

  it.each<[string, JsonObject]>([
    ['empty and null values', { a: '', b: 'x', n: null, list: [], nested: { deep: '' } }],
    ['quotes, backslashes, line ends and emoji', { q: '"\\"', e: '😀', l: 'a\nb\r\n\u2028', z: '\u0000' }],
    ['keys that programs trip over', JSON.parse('{"__proto__":1,"constructor":2,"":3}') as JsonObject],
    ['200 KB', { long: 'é'.repeat(100_000) }],
  ])('takes %s to the server unchanged', async (_what, args) => {
    const { session } = await connect([]);
    expect(await text(session, 'echo', args)).toBe(JSON.stringify(args));
  });
});
