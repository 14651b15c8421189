import { request as httpRequest } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { BuiltServer } from './built-server.test-kit.js';
import type { RunningServer } from './built-server.test-kit.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 }); // children start slowly on a busy machine

let built: BuiltServer;
let docs: RunningServer;
beforeAll(() => {
  built = new BuiltServer('docs');
});
afterAll(() => built.dispose());
afterEach(async () => {
  docs.signal('SIGTERM');
  await docs.ended;
});

async function start(...args: string[]): Promise<URL> {
  docs = built.start(...args);
  await docs.until('its address', () => /listens at \S+\n/.test(docs.stderr));
  return new URL(/listens at (\S+)/.exec(docs.stderr)?.[1] ?? '');
}

/** The status and body of one request with exactly these headers. */
async function ask(
  url: URL,
  headers: Record<string, string>,
  body?: string,
  method = 'POST',
): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { method, headers }, (response) => {
      let said = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
      response.on('end', () => resolve([response.statusCode ?? 0, said]));
    });
    // Once the answer is there, a body that the server does not want may break off on its way.
    asked.on('socket', (socket) => socket.on('error', () => {}));
    asked.on('error', reject).end(body);
  });
}

const PROPER = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe('a server over HTTP', () => {
  it.each([[[]], [['--events']]])('answers the official client (%j)', async (flags) => {
    const url = await start('--http', '0', ...flags);
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(url);
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(2);
    const call = { name: 'search', arguments: { query: 'practice' } };
    expect(await client.callTool(call)).toMatchObject({ content: [{ text: expect.stringContaining('practice') }] });
    await transport.terminateSession();
    await client.close();
  });

  it('answers neither pages of the web nor a name that was bent to it', async () => {
    const url = await start('--http', '0');
    expect((await ask(url, { ...PROPER, origin: 'https://evil.example' }, PING))[0]).toBe(403);
    expect((await ask(url, { ...PROPER, origin: 'null' }, PING))[0]).toBe(403);
    expect((await ask(url, { ...PROPER, host: 'evil.example' }, PING))[0]).toBe(403);
    expect((await ask(url, { ...PROPER, origin: 'http://localhost:5173' }, PING))[0]).toBe(400);
  });

  it.each([
    [400, PROPER, PING, 'initialize first'],
    [404, { ...PROPER, 'mcp-session-id': 'gone' }, PING, 'Session not found'],
    [400, PROPER, '{', 'one JSON message'],
    [406, { ...PROPER, accept: 'application/json' }, PING, 'Accept'],
    [415, { ...PROPER, 'content-type': 'text/plain' }, PING, 'application/json'],
    [413, PROPER, ' '.repeat(17 * 1024 * 1024), 'too large'],
  ])('refuses with %i and a sentence', async (status, headers, body, sentence) => {
    const url = await start('--http', '0');
    const [got, said] = await ask(url, headers, body);
    expect(got).toBe(status);
    expect(JSON.parse(said)).toMatchObject({ id: null, error: { message: expect.stringContaining(sentence) } });
  });

  it('offers no stream, and no other place', async () => {
    const url = await start('--http', '0');
    expect((await ask(url, { accept: 'text/event-stream' }, undefined, 'GET'))[0]).toBe(405);
    expect((await ask(new URL('/other', url), PROPER, PING))[0]).toBe(404);
  });
});

describe('a server over WebSocket', () => {
  it('answers the official client', async () => {
    const url = await start('--ws', '0');
    vi.stubGlobal('WebSocket', WebSocket);
    try {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new WebSocketClientTransport(url));
      expect((await client.listTools()).tools).toHaveLength(2);
      await client.close();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each([
    ['a page of the web', 'mcp', { origin: 'https://evil.example' }, 403],
    ['another subprotocol', 'chat', {}, 400],
  ])('refuses %s', async (_who, protocol, headers, status) => {
    const socket = new WebSocket(await start('--ws', '0'), [protocol], { headers });
    const refused = new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('error', () => undefined);
    });
    expect(await refused).toBe(status);
    socket.terminate();
  });

  it('takes fragments and pings between them, and closes on what is against the rules with the code for it', async () => {
    const url = await start('--ws', '0');
    const socket = new WebSocket(url, ['mcp']);
    await new Promise((resolve) => socket.once('open', resolve));
    const said = new Promise((resolve) =>
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))),
    );
    const ponged = new Promise((resolve) => socket.once('pong', resolve));
    socket.send(PING.slice(0, 10), { fin: false });
    socket.ping('x');
    socket.send(PING.slice(10), { fin: true });
    expect(await said).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    await ponged;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send(Buffer.from([1]), { binary: true });
    expect(await closed).toBe(1003);
  });
});
