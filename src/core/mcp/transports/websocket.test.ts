import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { ServerOptions, WebSocket } from 'ws';
import { startHttpServer, TEST_CA_FILE } from '../../http/http-server.test-kit.js';
import { TransportRecorder } from './transport-recorder.test-kit.js';
import { WebSocketTransport } from './websocket.js';
import type { WebSocketOptions } from './websocket.js';

vi.setConfig({ testTimeout: 30_000 });
const WITHIN = { timeout: 20_000 };
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

interface Peer {
  readonly port: number;
  readonly requests: IncomingMessage[];
  readonly sockets: WebSocket[];
}

/** A server over `ws` that does with each connection what it is told. */
async function serve(
  use: (socket: WebSocket) => void,
  options: ServerOptions = {},
  server: Server = createServer(),
): Promise<Peer> {
  const requests: IncomingMessage[] = [];
  const sockets: WebSocket[] = [];
  const carriers: Socket[] = [];
  server.on('connection', (carrier) => carriers.push(carrier));
  const wss = new WebSocketServer({ server, handleProtocols: (offered) => offered.has('mcp') && 'mcp', ...options });
  wss.on('connection', (socket, request) => {
    sockets.push(socket);
    requests.push(request);
    use(socket);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  cleanUp.push(async () => {
    for (const socket of wss.clients) socket.terminate();
    for (const carrier of carriers) carrier.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, requests, sockets };
}

function echo(socket: WebSocket): void {
  socket.on('message', (data: Buffer) => socket.send(data.toString()));
}

function transportTo(url: string, options: Partial<WebSocketOptions> = {}): [WebSocketTransport, TransportRecorder] {
  const transport = new WebSocketTransport({ url: new URL(url), env: {}, ...options });
  cleanUp.push(() => transport.close());
  return [transport, new TransportRecorder()];
}

async function open(
  port: number,
  options: Partial<WebSocketOptions> = {},
): Promise<[WebSocketTransport, TransportRecorder]> {
  const [transport, heard] = transportTo(`ws://127.0.0.1:${port}/mcp`, options);
  await transport.start(heard);
  return [transport, heard];
}

describe('a WebSocket', () => {
  it('speaks the subprotocol mcp, uncompressed, with the headers of the user, one message a text frame', async () => {
    const peer = await serve(echo);
    const [transport, heard] = await open(peer.port, { headers: { authorization: 'Bearer own' } });
    expect(peer.requests[0]?.headers).toMatchObject({ 'sec-websocket-protocol': 'mcp', authorization: 'Bearer own' });
    expect(peer.requests[0]?.headers['sec-websocket-extensions']).toBeUndefined();
    await Promise.all([1, 2, 3].map((id) => transport.send({ ...PING, id })));
    await vi.waitFor(() => expect(heard.messages).toEqual([1, 2, 3].map((id) => ({ ...PING, id }))), WITHIN);
    await transport.close();
    await transport.close();
    expect(heard.reasons).toEqual([{ code: 'closed-by-host', message: expect.any(String) }]);
    await expect(transport.send(PING)).rejects.toMatchObject({ code: 'connection-closed' });
  });

  it('carries 10 MB', async () => {
    const peer = await serve(echo);
    const [transport, heard] = await open(peer.port);
    const params = { text: '笔记 "x"\n'.repeat(900_000) };
    await transport.send({ ...PING, params });
    await vi.waitFor(() => expect(heard.messages).toHaveLength(1), WITHIN);
    expect(heard.messages[0]).toEqual({ ...PING, params });
  });

  it('drops what is no message with a line in the log, and lives on', async () => {
    const peer = await serve((socket) => {
      socket.send('{"a":');
      socket.send(Buffer.from([1, 2]));
      socket.send(JSON.stringify(PING));
    });
    const [, heard] = await open(peer.port);
    await vi.waitFor(() => expect(heard.messages).toEqual([PING]), WITHIN);
    expect(heard.lines).toEqual([expect.stringContaining('{"a":'), expect.stringContaining('binary frame')]);
  });

  it.each([
    ['over the limit', (socket: WebSocket) => socket.send('x'.repeat(2_000)), /Max payload/i],
    ['closed by the server', (socket: WebSocket) => socket.close(1_011, 'I am\nbroken'), /code 1011.*I am/s],
    ['cut', (socket: WebSocket) => socket.terminate(), /the connection broke/],
  ])('that is %s tells why, once', async (_what, use, message) => {
    const peer = await serve((socket) => void setTimeout(() => use(socket), 20));
    const [transport, heard] = await open(peer.port, { maxMessageBytes: 1_000 });
    await vi.waitFor(() => expect(heard.reasons).toHaveLength(1), WITHIN);
    expect(heard.reasons).toEqual([{ code: 'transport-error', message: expect.stringMatching(message) }]);
    await expect(transport.send(PING)).rejects.toMatchObject({ code: 'connection-closed' });
    await transport.close();
    expect(heard.reasons).toHaveLength(1);
  });

  it('to a server that does not answer pings is given up; one that does answer stays', async () => {
    const peer = await serve(echo, { autoPong: false });
    const [, heard] = await open(peer.port, { pingMs: 30, pongMs: 30 });
    await vi.waitFor(() => expect(heard.reasons).toHaveLength(1), WITHIN);
    expect(heard.reasons[0]?.message).toContain('did not answer a ping');

    let pings = 0;
    const sound = await serve((socket) => socket.on('ping', () => pings++));
    const [, other] = await open(sound.port, { pingMs: 20, pongMs: 5_000 });
    await vi.waitFor(() => expect(pings).toBeGreaterThan(4), WITHIN);
    expect(other.reasons).toEqual([]);
  });

  it('is left although the server never closes its side', async () => {
    const peer = await serve((socket) => socket.pause());
    const [transport, heard] = await open(peer.port);
    await transport.close();
    expect(heard.reasons).toMatchObject([{ code: 'closed-by-host' }]);
  });

  it('can be closed while it connects, and before', async () => {
    const silent = await startHttpServer(() => {});
    silent.server.on('upgrade', () => {});
    cleanUp.push(() => silent.close());
    const [transport, heard] = transportTo(`ws://127.0.0.1:${silent.port}/`);
    const starting = transport.start(heard).catch((error: unknown) => error);
    await vi.waitFor(() => expect(silent.connections).toBe(1), WITHIN);
    await transport.close();
    expect(await starting).toMatchObject({ code: 'connection-closed' });
    expect(heard.reasons).toMatchObject([{ code: 'closed-by-host' }]);
    const [unused, nothing] = transportTo(`ws://127.0.0.1:${silent.port}/`);
    await unused.close();
    await expect(unused.start(nothing)).rejects.toMatchObject({ code: 'connection-closed' });
  });
});

describe('a handshake', () => {
  it.each([
    ['ws://me:secret@127.0.0.1/', { host: '127.0.0.1' }],
    ['http://127.0.0.1/', { plain: 'ws://', safe: 'wss://', scheme: 'http://' }],
  ])('with %s is refused', async (url, parts) => {
    const [transport, heard] = transportTo(url);
    await expect(transport.start(heard)).rejects.toMatchObject({
      code: 'bad-address',
      message: expect.not.stringContaining('secret'),
      parts,
    });
    expect(heard.reasons).toMatchObject([{ code: 'transport-error' }]);
  });

  it('that the server refuses is told with its status, and no redirect is followed', async () => {
    const canary = await startHttpServer(() => {});
    const server = await startHttpServer(() => {});
    cleanUp.push(
      () => canary.close(),
      () => server.close(),
    );
    server.server.on('upgrade', (request, socket) => {
      const to = request.url === '/moved' ? `302 Found\r\nlocation: ${canary.origin}/` : '404 Not Found';
      socket.end(`HTTP/1.1 ${to}\r\ncontent-length: 4\r\n\r\ngone`);
    });
    for (const [where, status] of [
      ['/moved', 302],
      ['/gone', 404],
    ] as const) {
      const [transport, heard] = transportTo(`ws://127.0.0.1:${server.port}${where}`);
      await expect(transport.start(heard)).rejects.toMatchObject({ code: 'http-status', status });
    }
    expect(canary.connections).toBe(0);
  });

  it('with a server that does not speak the subprotocol fails', async () => {
    const peer = await serve(echo, { handleProtocols: () => false });
    const [transport, heard] = transportTo(`ws://127.0.0.1:${peer.port}/`);
    await expect(transport.start(heard)).rejects.toMatchObject({ message: expect.stringContaining('subprotocol') });
  });

  it('asks the authorizer, and again after a 401', async () => {
    let token = 'old';
    const peer = await serve(echo, {
      verifyClient: ({ req }, done) => done(req.headers.authorization === 'Bearer new', 401),
    });
    const [transport, heard] = await open(peer.port, {
      authorizer: {
        headers: () => Promise.resolve({ authorization: `Bearer ${token}` }),
        onUnauthorized: ({ status }) => {
          token = status === 401 ? 'new' : 'wrong';
          return Promise.resolve('retry');
        },
      },
    });
    await transport.send(PING);
    await vi.waitFor(() => expect(heard.messages).toEqual([PING]), WITHIN);
  });

  it('to a server that is not there names it', async () => {
    const gone = await startHttpServer(() => {});
    await gone.close();
    const [transport, heard] = transportTo(`ws://127.0.0.1:${gone.port}/`);
    await expect(transport.start(heard)).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('a secure WebSocket', () => {
  it('trusts the authority of its file only, directly and through a proxy', async () => {
    const testdata = path.dirname(TEST_CA_FILE);
    const key = readFileSync(path.join(testdata, 'test-server.key'));
    const cert = readFileSync(path.join(testdata, 'test-server.pem'));
    const peer = await serve(echo, {}, createSecureServer({ key, cert }));
    const asked: string[] = [];
    const proxy = await startHttpServer(() => {});
    cleanUp.push(() => proxy.close());
    proxy.server.on('connect', (request, socket) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
      const onward = connect(peer.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      socket.pipe(onward).pipe(socket);
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    const [stranger, nothing] = transportTo(`wss://127.0.0.1:${peer.port}/`);
    await expect(stranger.start(nothing)).rejects.toMatchObject({ code: 'certificate-refused' });
    for (const via of [undefined, `http://me:pass@127.0.0.1:${proxy.port}`]) {
      const [transport, heard] = transportTo(`wss://localhost:${peer.port}/`, { caFile: TEST_CA_FILE, proxy: via });
      await transport.start(heard);
      await transport.send(PING);
      await vi.waitFor(() => expect(heard.messages).toEqual([PING]), WITHIN);
    }
    expect(asked).toEqual([`localhost:${peer.port} Basic ${Buffer.from('me:pass').toString('base64')}`]);
  });
});
