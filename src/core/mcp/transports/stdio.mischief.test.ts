import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { JsonObject } from '../../../shared/json.js';
import type { RawToolName } from '../../../shared/tool.js';
import { childEnvironment } from '../../process/child-environment.js';
import { runningWith, until } from '../../process/process-probe.test-kit.js';
import { McpClient } from '../client.js';
import { verifies } from '../protocol-requirements.test-kit.js';
import type { CallOptions, McpSession, Progress } from '../session.js';
import { StdioTransport } from './stdio.js';
import type { StdioOptions } from './stdio.js';

const MISCHIEF = path.resolve('out/servers/mischief.js');
const HOST_ENV = { ...process.env, ANTHROPIC_API_KEY: 'secret-of-the-host' };
const QUICK = { eofMs: 100, termMs: 100 };

let transport: StdioTransport;
let session: McpSession;
let log: string[];
/** In the environment of everything that this test starts, so that nothing of it can hide. */
let marker: string;

beforeAll(() => {
  if (!existsSync(MISCHIEF)) throw new Error(`${MISCHIEF} is missing: build the sample servers first.`);
});

afterEach(async () => {
  await transport.close();
  expect(runningWith(marker)).toEqual([]);
});

async function connect(flags: readonly string[], options: StdioOptions = {}, signal?: AbortSignal): Promise<void> {
  log = [];
  marker = `GATEHOUSE_TEST=${randomUUID()}`;
  transport = new StdioTransport(
    {
      command: process.execPath,
      args: [MISCHIEF, ...flags],
      env: childEnvironment(HOST_ENV, { A: '1', GATEHOUSE_TEST: marker.slice('GATEHOUSE_TEST='.length) }),
      cwd: tmpdir(),
    },
    options,
  );
  session = await new McpClient('0.1.0').connect(transport, {
    onLog: (source, line) => log.push(`${source}: ${line}`),
    ...(signal !== undefined && { signal }),
  });
}

async function text(tool: string, args: JsonObject = {}, options?: CallOptions): Promise<string> {
  const { content } = await session.callTool(branded<RawToolName>(tool), args, options);
  const [block] = content;
  if (block?.type !== 'text') throw new Error(`no text: ${JSON.stringify(content)}`);
  return block.text;
}

describe('what a server prints', () => {
  it(verifies('stdio.newline-delimited', 'with banners and colours before every message'), async () => {
    await connect(['--banner']);
    expect(await text('echo', { a: 1 })).toBe('{"a":1}');
    expect(log).toContain('stdout: === mischief started 🚀 ===');
    expect(log).toContain('stdout: INFO listening on stdio');
    expect(transport.strayLines).toBeGreaterThanOrEqual(6);
  });

  it('may be JSON that is no JSON-RPC: kept as lines, never fatal', async () => {
    await connect(['--json-noise']);
    expect(await text('echo', { a: 1 })).toBe('{"a":1}');
    expect(log).toContain('stdout: {"level":"info","msg":"ready"}');
    expect(log).toContain('stdout: null');
  });

  it.each(['--crlf', '--split-utf8', '--slow-start=400'])('may come with %s', async (flag) => {
    await connect([flag]);
    expect(session.serverInfo.title).toBe('Mischief 😈');
    const args = { a: '', b: 'x', n: null, e: '😀', q: '"\\' };
    expect(JSON.parse(await text('echo', args))).toEqual(args);
  });

  it(verifies('stdio.stderr-is-log', 'also 4 MB of it before the first answer'), async () => {
    await connect(['--stderr-flood']);
    expect(await text('echo', { a: 1 })).toBe('{"a":1}');
    const lines = log.filter((line) => line.startsWith('stderr: '));
    expect(lines.join('\n').length).toBeGreaterThan(4 * 1024 * 1024);
  });

  it('may be a result of 12 MB', async () => {
    await connect(['--huge-result']);
    expect(await text('echo')).toHaveLength(12 * 1024 * 1024);
  });

  it('fails only its own request when it is over the limit', async () => {
    await connect(['--huge-result'], { maxMessageBytes: 1024 * 1024 });
    await expect(text('echo')).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('12.0 MB'),
    });
    expect(JSON.parse(await text('pid'))).toMatchObject({ pid: expect.any(Number) });
  });
});

describe('what a server is given', () => {
  it('has the paths of the host and its own variables, and never the key of the host', async () => {
    await connect([]);
    const env = JSON.parse(await text('env'));
    expect(env).toMatchObject({ A: '1', PATH: process.env['PATH'], HOME: process.env['HOME'] });
    expect(JSON.stringify(env)).not.toContain('secret-of-the-host');
  });

  it('is the arguments as they are', async () => {
    const args = ['/tmp/a b/c\'d "e"', '${HOME}/x', '$(id)', 'x\ny', '', '*'];
    await connect(args);
    expect(JSON.parse(await text('argv'))).toEqual(args);
  });

  it('is an argument of a call of 200 KB, whole', async () => {
    await connect([]);
    const long = 'é'.repeat(100_000);
    expect(JSON.parse(await text('echo', { long }))).toEqual({ long });
  });
});

describe('a server that leaves', () => {
  it('before the handshake is named with its exit code and what it said last', async () => {
    await expect(connect(['--exit-before-handshake=7'])).rejects.toMatchObject({
      code: 'exited',
      message: expect.stringMatching(/exited with code 7\. It last said: Error: API_KEY missing/),
    });
  });

  it('in mid-call rejects the call with its exit code', async () => {
    await connect(['--exit-mid-call=3']);
    await expect(text('echo')).rejects.toMatchObject({
      code: 'connection-closed',
      message: expect.stringMatching(/exited with code 3\. It last said: mischief leaves in the middle of a call/),
    });
    expect(await session.closed).toMatchObject({ code: 'exited' });
    await expect(text('echo')).rejects.toMatchObject({ code: 'connection-closed' });
  });

  it('on a later call leaves the earlier answers intact', async () => {
    await connect(['--exit-on-call=2']);
    expect(await text('echo', { a: 1 })).toBe('{"a":1}');
    await expect(text('echo')).rejects.toMatchObject({ code: 'connection-closed' });
  });
});

describe('a server that does not answer', () => {
  it(verifies('cancel.notify', 'with the right id, and the next call works'), async () => {
    await connect(['--never-answer']);
    const controller = new AbortController();
    const call = text('echo', {}, { signal: controller.signal });
    await text('pid');
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    // The handshake has id 1, the call that was cancelled 2.
    expect(await text('cancelled')).toBe('[2]');
  });

  it(verifies('timeout.every-request', 'and tells the server'), async () => {
    await connect(['--never-answer']);
    await expect(text('echo', {}, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
    expect(await text('cancelled')).toBe('[2]');
  });

  it(verifies('cancel.late-answer-ignored'), async () => {
    await connect(['--late-answer']);
    const controller = new AbortController();
    const call = text('echo', {}, { signal: controller.signal });
    await text('pid');
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    // The late answer comes 50 ms after the cancel, and these calls go on until it has come.
    for (let at = Date.now(); Date.now() - at < 150;) expect(await text('cancelled')).toBe('[2]');
    expect(log.filter((line) => line.startsWith('host: '))).toEqual([]);
  });

  it('to the handshake can be cancelled, and what it printed instead is named', async () => {
    const controller = new AbortController();
    const connecting = connect(['--never-answer-handshake', '--banner'], {}, controller.signal);
    await until(() => log.length >= 2, 10_000);
    controller.abort();
    await expect(connecting).rejects.toMatchObject({
      code: 'cancelled',
      message: expect.stringMatching(/2 lines on standard output that are not JSON-RPC.*mischief started/),
    });
  });
});

describe('progress', () => {
  it(verifies('progress.token'), async () => {
    await connect(['--progress=2000']);
    const steps: Progress[] = [];
    await text('echo', {}, { onProgress: (step) => steps.push(step) });
    expect(steps.map((step) => step.progress)).toEqual(Array.from({ length: 2_000 }, (_, at) => at + 1));
    expect(steps[0]).toEqual({ progress: 1, total: 2_000, message: 'Step 1 of 2000' });
  });
});

describe('lists of tools', () => {
  it(verifies('pagination.opaque-cursor', 'an empty one too'), async () => {
    await connect(['--pages=3', '--many-tools=30']);
    const { tools, rejected } = await session.listTools();
    expect(tools).toHaveLength(36);
    expect(rejected).toEqual([]);
  });

  it('that never end are given up after 1,000 pages, and the session lives on', async () => {
    await connect(['--endless-cursor']);
    await expect(session.listTools()).rejects.toMatchObject({ code: 'too-many-pages' });
    expect(await text('echo', { a: 1 })).toBe('{"a":1}');
  });

  it('keep their good tools beside bad ones', async () => {
    await connect(['--bad-tools']);
    const { tools, rejected } = await session.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(['echo', 'good', 'any_of', 'dotted.name/slash']),
    );
    expect(rejected.map((tool) => tool.name)).toEqual(['malformed', 'good', expect.stringMatching(/^#\d+$/)]);
  });

  it('gives the tools of a long list anew as they were read before, where its pages come again unchanged', async () => {
    await connect(['--many-tools=300', '--pages=3']);
    const first = await session.listTools({ fresh: true });
    const again = await session.listTools({ fresh: true });
    expect(again).toEqual(first);
    expect(again.tools.length).toBeGreaterThanOrEqual(300);
    // What was parsed once is the same object: nothing was parsed a second time.
    const anew = again.tools.filter(({ inputSchema }, at) => inputSchema !== first.tools[at]?.inputSchema);
    expect(anew).toEqual([]);
  });

  it(verifies('tools.list-changed'), async () => {
    await connect(['--rug-pull']);
    const changed = new Promise<void>((resolve) => session.onToolsChanged(resolve));
    const before = await session.listTools();
    await changed;
    const after = await session.listTools();
    expect(after.tools[0]?.description).not.toBe(before.tools[0]?.description);
  });
});

describe('the end', () => {
  it(verifies('stdio.shutdown', 'for a server that ignores both the end of stdin and SIGTERM'), async () => {
    await connect(['--ignore-eof-and-term'], { grace: QUICK });
    expect(runningWith(marker)).toHaveLength(2);
    const closing = session.close();
    expect(transport.close()).toBe(closing);
    await closing;
    expect(runningWith(marker)).toEqual([]);
    expect(await session.closed).toMatchObject({ code: 'closed-by-host' });
  });

  it('reaches a grandchild behind a shell', async () => {
    await connect(['--grandchild', '--ignore-eof-and-term'], { grace: QUICK });
    // The program, the shell, the server, and the watcher.
    expect(runningWith(marker)).toHaveLength(4);
    await session.close();
    expect(runningWith(marker)).toEqual([]);
  });
});
