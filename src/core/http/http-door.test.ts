import { afterEach, describe, expect, it, vi } from 'vitest';
import { HttpDoor } from './http-door.js';
import type { DoorOptions } from './http-door.js';
import { bodyOf, startHttpServer, startHttpsServer, TEST_CA_FILE } from './http-server.test-kit.js';
import type { TestListener, TestServer } from './http-server.test-kit.js';
import { PATIENCE } from '../../patience.test-kit.js';

vi.setConfig({ testTimeout: 30_000 });

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function door(options: DoorOptions = {}): Promise<HttpDoor> {
  const made = await HttpDoor.open({ env: {}, ...options });
  cleanUp.push(() => made.close());
  return made;
}

async function serve(listener: TestListener, start = startHttpServer): Promise<TestServer> {
  const server = await start(listener);
  cleanUp.push(() => server.close());
  return server;
}

async function text(via: HttpDoor, url: string, more: object = {}): Promise<string> {
  const { status, body } = await via.fetch({ method: 'GET', url: new URL(url), ...more });
  return `${status} ${body.toString()}`;
}

describe('a request', () => {
  it('carries its method, headers and body, and brings the response back whole, whatever its status', async () => {
    const server = await serve(async (request, response) => {
      const body = await bodyOf(request);
      response
        .writeHead(418, { 'X-Seen': request.headers['x-own'] ?? '' })
        .end(`${request.method} ${request.url} ${body}`);
    });
    const answer = await (
      await door()
    ).fetch({
      method: 'POST',
      url: new URL(`${server.origin}/a?b=1`),
      headers: { 'x-own': 'v' },
      body: '笔记',
    });
    expect(answer).toMatchObject({ status: 418, headers: { 'x-seen': 'v' } });
    expect(answer.body.toString()).toBe('POST /a?b=1 笔记');
  });

  it('uses connections again; one that is just done may not be free yet', async () => {
    const server = await serve((_request, response) => void response.end('x'));
    const via = await door();
    for (let at = 0; at < 5; at++) await text(via, server.origin);
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it.each(['http://me:secret@127.0.0.1/', 'http://me@127.0.0.1/', 'ftp://127.0.0.1/', 'file:///etc/passwd'])(
    'to %s is refused',
    async (url) => {
      await expect(text(await door(), url)).rejects.toMatchObject({
        code: 'bad-address',
        message: expect.not.stringContaining('secret'),
      });
    },
  );

  it('tells a server that is not there from one that breaks off, whose work may have been done', async () => {
    const via = await door();
    const gone = await startHttpServer(() => {});
    await gone.close();
    await expect(text(via, gone.origin)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(`${gone.origin} can't be reached: the connection was refused`),
    });
    const server = await serve((request, response) => {
      if (request.url === '/late') response.write('half');
      setImmediate(() => request.socket.destroy());
    });
    await expect(text(via, server.origin)).rejects.toMatchObject({ code: 'connection-lost' });
    await expect(text(via, `${server.origin}/late`)).rejects.toMatchObject({ code: 'connection-lost' });
  });

  it('can be cancelled before, while it waits and while it reads; the server sees the end', async () => {
    const ended: string[] = [];
    const server = await serve((request, response) => {
      if (request.url === '/body') response.write('x');
      response.on('close', () => ended.push(request.url ?? ''));
    });
    const via = await door();
    await expect(text(via, server.origin, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(server.requests).toHaveLength(0);
    for (const path of ['/head', '/body']) {
      const controller = new AbortController();
      const waiting = text(via, server.origin + path, { signal: controller.signal });
      await vi.waitFor(() => expect(server.requests.at(-1)?.url).toBe(path), PATIENCE);
      controller.abort();
      await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
      await vi.waitFor(() => expect(ended).toContain(path), PATIENCE);
    }
  });

  it('ends with the door', async () => {
    const server = await serve(() => {});
    const via = await door();
    const waiting = text(via, server.origin);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), PATIENCE);
    const failed = expect(waiting).rejects.toMatchObject({ code: 'connection-closed' });
    await via.close();
    await failed;
    await expect(text(via, server.origin)).rejects.toMatchObject({ code: 'connection-closed' });
  });
});

describe('a limit', () => {
  it('of bytes stops a response that announces more, and one that grows', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/announced') response.writeHead(200, { 'content-length': '5000000000' });
      response.write('x'.repeat(2000));
    });
    const via = await door();
    for (const path of ['/announced', '/grown']) {
      await expect(text(via, server.origin + path, { maxBytes: 1000 })).rejects.toMatchObject({ code: 'too-large' });
    }
  });

  it('of time stops the whole, the wait for the head, and silence in the body', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/head') return;
      response.write('x');
      if (request.url === '/drip') setInterval(() => response.write('x'), 5).unref();
    });
    const via = await door();
    await expect(text(via, `${server.origin}/drip`, { maxMs: 100 })).rejects.toMatchObject({ code: 'timeout' });
    await expect(text(via, `${server.origin}/head`, { headersMs: 100 })).rejects.toMatchObject({ code: 'timeout' });
    await expect(text(via, `${server.origin}/silent`, { idleMs: 50 })).rejects.toMatchObject({ code: 'idle' });
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i to another origin carries nothing there', async (status) => {
    const canary = await serve((_request, response) => void response.end('leaked'));
    const server = await serve((_request, response) => {
      response.writeHead(status, { location: `${canary.origin}/x` }).end('moved');
    });
    const via = await door();
    const secret = { method: 'POST', headers: { authorization: 'Bearer secret' }, body: 'secret' };
    for (const more of [secret, {}]) {
      await expect(text(via, `${server.origin}/mcp`, more)).rejects.toMatchObject({
        code: 'redirect-refused',
        message: expect.stringContaining(`${server.origin} redirects to ${canary.origin}`),
      });
    }
    expect(canary.connections).toBe(0);
  });

  it('to another scheme or port of the same host is another origin', async () => {
    const server = await serve((request, response) => {
      const to = request.url === '/scheme' ? `https://${request.headers.host}/` : '//127.0.0.1:1/';
      response.writeHead(307, { location: to }).end();
    });
    const via = await door();
    await expect(text(via, `${server.origin}/scheme`)).rejects.toMatchObject({ code: 'redirect-refused' });
    await expect(text(via, `${server.origin}/port`)).rejects.toMatchObject({ code: 'redirect-refused' });
  });

  it('within the origin is followed with method, headers and body, five times at most', async () => {
    const server = await serve(async (request, response) => {
      const body = await bodyOf(request);
      if (request.url === '/mcp/') response.end(`${request.method} ${String(request.headers['x-own'])} ${body}`);
      else response.writeHead(307, { location: request.url === '/loop' ? '/loop' : '/mcp/' }).end('x');
    });
    const via = await door();
    const more = { method: 'POST', headers: { 'x-own': 'v' }, body: 'b' };
    expect(await text(via, `${server.origin}/mcp`, more)).toBe('200 POST v b');
    await expect(text(via, `${server.origin}/loop`)).rejects.toMatchObject({ code: 'redirect-refused' });
    await expect(text(via, `${server.origin}/loop`)).rejects.toThrow(/more than 5 times/);
  });
});

describe('a certificate', () => {
  it('of an authority of one’s own is trusted by its file only, and nothing in the environment bypasses that', async () => {
    const server = await serve((_request, response) => void response.end('private'), startHttpsServer);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      await expect(text(await door(), server.origin)).rejects.toMatchObject({
        code: 'certificate-refused',
        message: expect.stringContaining('PEM file'),
      });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(server.requests).toHaveLength(0);
    expect(await text(await door({ caFile: TEST_CA_FILE }), server.origin)).toBe('200 private');
  });

  it('file that is missing or holds none is named', async () => {
    await expect(HttpDoor.open({ caFile: '/no/such.pem' })).rejects.toMatchObject({ code: 'bad-certificate-file' });
    await expect(HttpDoor.open({ caFile: import.meta.filename })).rejects.toThrow(/holds no certificate/);
  });
});
