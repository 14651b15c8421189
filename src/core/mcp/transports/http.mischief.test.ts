import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { JsonObject } from '../../../shared/json.js';
import type { RawToolName } from '../../../shared/tool.js';
import { startHttpServer } from '../../http/http-server.test-kit.js';
import { OAuthAuthorizer } from '../auth/oauth-authorizer.js';
import { browse, MemoryCredentials } from '../auth/oauth-world.test-kit.js';
import { McpClient } from '../client.js';
import type { CallOptions, McpSession, Progress } from '../session.js';
import { BuiltSample } from './built-sample.test-kit.js';
import type { HttpTransportOptions } from './http-options.js';
import { RemoteHttpTransport } from './remote-http.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // children start slowly on a busy machine

let built: BuiltSample;
beforeAll(() => {
  built = new BuiltSample('mischief');
});
afterAll(() => built.dispose());

const cleanUp: (() => unknown)[] = [];
let log: string[];
let session: McpSession;
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function connect(flags: readonly string[], options: Partial<HttpTransportOptions> = {}): Promise<McpSession> {
  const server = await built.start('--http=0', ...flags);
  cleanUp.push(() => server.stop());
  return again(server.url(), options);
}

async function again(url: URL, options: Partial<HttpTransportOptions> = {}): Promise<McpSession> {
  log = [];
  session = await new McpClient('0.1.0').connect(new RemoteHttpTransport({ url, ...options }), {
    onLog: (source, line) => log.push(`${source}: ${line}`),
  });
  const made = session;
  cleanUp.push(() => made.close());
  return session;
}

async function text(tool: string, args: JsonObject = {}, options?: CallOptions): Promise<string> {
  const { content } = await session.callTool(branded<RawToolName>(tool), args, options);
  const [block] = content;
  if (block?.type !== 'text') throw new Error(`no text: ${JSON.stringify(content)}`);
  return block.text;
}

describe.each([
  ['streams', []],
  ['JSON', ['--json-answers']],
])('a server over HTTP that answers with %s', (_how, how) => {
  it('and forgets the session ends the connection; the call is not sent twice, and a fresh handshake helps', async () => {
    const server = await built.start('--http=0', '--session-404=2', ...how);
    cleanUp.push(() => server.stop());
    await again(server.url());
    expect(await text('echo', { n: 1 })).toBe('{"n":1}');
    expect(await text('echo', { n: 2 })).toBe('{"n":2}');
    await expect(text('echo', { n: 3 })).rejects.toMatchObject({ code: 'session-expired' });
    expect(await session.closed).toMatchObject({ code: 'session-expired' });
    await again(server.url());
    expect(await text('echo', { n: 4 })).toBe('{"n":4}');
  });

  it('and is slow is waited for; one that never answers is given up and told', async () => {
    await connect(['--slow-http=50', '--never-answer', ...how]);
    await expect(text('echo', {}, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' });
    const controller = new AbortController();
    const stopped = text('echo', {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 150);
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitFor(async () => expect(JSON.parse(await text('cancelled'))).toHaveLength(2), { timeout: 20_000 });
  });

  it('and sends too much fails that call alone', async () => {
    await connect(['--huge-result=200000', ...how], { maxMessageBytes: 100_000 });
    await expect(text('echo')).rejects.toMatchObject({ code: 'too-large' });
    expect((await session.listTools()).tools).toHaveLength(6);
  });

  it('and has a result of 10 MB is heard', async () => {
    await connect(['--huge-result=10000000', ...how]);
    expect(await text('echo')).toHaveLength(10_000_000);
  });
});

describe('a server over HTTP', () => {
  it('whose streams are cut is heard to the end', async () => {
    await connect(['--sse-drop=30', '--slow-call=150', '--progress=3']);
    const steps: Progress[] = [];
    expect(await text('echo', { a: '😀' }, { onProgress: (step) => steps.push(step) })).toBe('{"a":"😀"}');
    expect(steps.map(({ progress }) => progress)).toEqual([1, 2, 3]);
  });

  it('whose streams are cut and can not be resumed loses the answer, and says so', async () => {
    await connect(['--sse-drop=30', '--slow-call=150', '--no-event-ids']);
    await expect(text('echo')).rejects.toMatchObject({
      code: 'answer-lost',
      message: expect.stringContaining('may have been carried out'),
    });
  });

  it('that sends 1,000 steps right before the result loses none', async () => {
    await connect(['--progress=1000']);
    const steps: number[] = [];
    await text('echo', {}, { onProgress: ({ progress }) => steps.push(progress) });
    expect(steps).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 1));
  });

  it('that sends rubbish among its events, or leaves the stream open, is understood; the rubbish is in the log', async () => {
    await connect(['--garbage-sse', '--never-close']);
    expect(await text('echo', { a: 1 })).toBe('{"a":1}');
    expect(log).toContainEqual(expect.stringContaining('event "weather"'));
    expect(log).toContainEqual(expect.stringContaining('{"half":'));
  });

  it('that answers with a page instead of JSON is told with the page', async () => {
    await connect(['--json-answers', '--content-type']);
    await expect(session.listTools()).rejects.toMatchObject({
      code: 'bad-answer',
      message: expect.stringContaining('Sign in to the network'),
    });
  });

  it('that floods a call with a body fails that call', async () => {
    await connect(['--oversized-body=5000000'], { maxMessageBytes: 1_000_000 });
    await expect(text('echo')).rejects.toMatchObject({ code: 'too-large' });
  });

  it('that wants a sign-in gets one where somebody can, and is told where nobody can', async () => {
    await expect(connect(['--unauthorized=0'])).rejects.toMatchObject({
      code: 'sign-in-required',
      wwwAuthenticate: 'Bearer realm="mischief"',
    });
    let asked = 0;
    await connect(['--unauthorized=1'], {
      authorizer: {
        headers: () => Promise.resolve({ authorization: 'Bearer x' }),
        onUnauthorized: () => {
          asked++;
          return Promise.resolve('retry');
        },
      },
    });
    expect(asked).toBe(1);
  });

  it('that redirects is followed within itself, and nowhere else', async () => {
    const canary = await startHttpServer((_request, response) => void response.end());
    cleanUp.push(() => canary.close());
    await connect(['--redirect']);
    expect(await text('echo', { a: 1 })).toBe('{"a":1}');
    const headers = { authorization: 'Bearer secret' };
    await expect(connect([`--redirect=${canary.origin}/`], { headers })).rejects.toMatchObject({
      code: 'redirect-refused',
      message: expect.stringContaining(canary.origin),
    });
    expect(canary.connections).toBe(0);
  });
});

describe('a server over HTTPS whose authority nobody knows', () => {
  const FOLDER = path.resolve('src/core/http/testdata');

  it('is refused with what to do, and reached with the file of its authority', async () => {
    await expect(connect([`--self-signed=${FOLDER}`], { env: {} })).rejects.toMatchObject({
      message: expect.stringMatching(/certificate/i),
    });
    await connect([`--self-signed=${FOLDER}`], { env: {}, caFile: path.join(FOLDER, 'test-ca.pem') });
    expect(await text('echo', { a: 1 })).toBe('{"a":1}');
  });
});

describe('a server whose tokens live for seconds', () => {
  it('is signed in to once; calls that meet the end of a token share one renewal', async () => {
    const server = await built.start('--http=0', '--oauth-short=5');
    cleanUp.push(() => server.stop());
    const pages: URL[] = [];
    let now = Date.now();
    const authorizer = new OAuthAuthorizer({
      server: server.url(),
      credentials: new MemoryCredentials(),
      clientName: 'Gatehouse',
      openBrowser: async (page) => {
        pages.push(page);
        await browse(page);
      },
      door: { env: {} },
      now: () => now,
    });
    cleanUp.push(() => authorizer.close());
    await again(server.url(), { env: {}, authorizer });
    expect(await text('echo', { n: 0 })).toBe('{"n":0}');
    await fetch(new URL('/expire', server.url()));
    expect(await Promise.all([1, 2, 3].map((n) => text('echo', { n })))).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    await vi.waitFor(() => expect(server.said).toContain('renewed a token (1)'), { timeout: 10_000 });
    now += 5_000; // by its own word it has ended; the server is not asked first
    expect(await Promise.all([4, 5, 6].map((n) => text('echo', { n })))).toEqual(['{"n":4}', '{"n":5}', '{"n":6}']);
    await vi.waitFor(() => expect(server.said).toContain('renewed a token (2)'), { timeout: 10_000 });
    expect(server.said).not.toMatch(/\(3\)|twice/);
    expect(pages).toHaveLength(1);
  });
});
