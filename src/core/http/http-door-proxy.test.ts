import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpDoor } from './http-door.js';
import type { DoorOptions } from './http-door.js';
import { bodyOf, startHttpServer, startHttpsServer, TEST_CA_FILE } from './http-server.test-kit.js';
import type { TestListener, TestServer } from './http-server.test-kit.js';
import type { NameLookup } from './private-address.js';

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

/** Answers plain requests itself, and leads every tunnel to `target`; remembers what it was asked. */
async function proxy(target: () => TestServer): Promise<{ server: TestServer; asked: string[] }> {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    const url = new URL(request.url ?? '');
    const { method, headers } = request;
    const onward = httpRequest({ port: target().port, path: url.pathname, method: method ?? 'GET', headers });
    request.pipe(onward);
    onward.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers)));
  });
  server.server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const onward = connect(target().port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    socket.pipe(onward).pipe(socket);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  return { server, asked };
}

describe('a proxy', () => {
  it('of the environment carries plain http in the absolute form, with its sign-in', async () => {
    const target = await serve(async (request, response) => void response.end(`got ${await bodyOf(request)}`));
    const { server, asked } = await proxy(() => target);
    const env = { http_proxy: `http://me:pass@127.0.0.1:${server.port}` };
    const more = { method: 'POST', body: 'x' };
    expect(await text(await door({ env }), 'http://mcp.test/a', more)).toBe('200 got x');
    expect(asked).toEqual([`POST http://mcp.test/a Basic ${Buffer.from('me:pass').toString('base64')}`]);
  });

  it('of the server’s own setting carries https in a tunnel, whose certificate is still checked', async () => {
    const target = await serve((_request, response) => void response.end('private'), startHttpsServer);
    const { server, asked } = await proxy(() => target);
    const url = `https://localhost:${target.port}/`;
    await expect(text(await door({ proxy: server.origin }), url)).rejects.toMatchObject({
      code: 'certificate-refused',
    });
    expect(await text(await door({ proxy: server.origin, caFile: TEST_CA_FILE }), url)).toBe('200 private');
    expect(asked).toEqual([`CONNECT localhost:${target.port}`, `CONNECT localhost:${target.port}`]);
  });

  it('is used for addresses that must be public too, after a look at where they lead', async () => {
    const target = await serve((_request, response) => void response.end('let in'));
    const { server, asked } = await proxy(() => target);
    const lookup: NameLookup = (name, _options, done) => {
      if (name === 'unknown.example.com') return done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
      const address = name === 'inside.example.com' ? '10.0.0.1' : '8.8.8.8';
      return done(null, [{ address, family: 4 }]);
    };
    const via = await door({ proxy: server.origin, lookup });
    const ask = (host: string): Promise<number> =>
      via.fetch({ method: 'GET', url: new URL(`http://${host}/`), refusePrivate: true }).then(({ status }) => status);
    expect(await ask('login.example.com')).toBe(200);
    expect(await ask('unknown.example.com')).toBe(200);
    await expect(ask('inside.example.com')).rejects.toMatchObject({ code: 'private-address' });
    await expect(ask('10.0.0.1')).rejects.toMatchObject({ code: 'private-address' });
    expect(asked).toEqual(['GET http://login.example.com/', 'GET http://unknown.example.com/']);
  });

  it('is not asked for a name that nobody has looked up, where it must be public', async () => {
    const { server, asked } = await proxy(() => server);
    const via = await door({ proxy: server.origin });
    const failed = await new Promise((resolve) => {
      const sink = { head: () => {}, data: () => {}, end: () => resolve('answered'), fail: resolve };
      via.send({ method: 'GET', url: new URL('http://login.example.com/'), refusePrivate: true }, sink);
    });
    expect(failed).toMatchObject({ code: 'private-address' });
    expect(asked).toEqual([]);
  });

  it('hears of each host by its own name, with and without headers of the caller’s, which stay as they are', async () => {
    const hosts: (string | undefined)[] = [];
    const server = await serve((request, response) => {
      hosts.push(request.headers.host);
      response.end();
    });
    const via = await door({ proxy: server.origin });
    const headers = Object.freeze({ accept: 'text/plain' });
    for (const more of [{}, { headers }]) {
      await text(via, 'http://one.test/', more);
      await text(via, 'http://two.test/', more);
    }
    expect(hosts).toEqual(['one.test', 'two.test', 'one.test', 'two.test']);
    expect(headers).toEqual({ accept: 'text/plain' });
  });

  it('that refuses or is down is named as what failed', async () => {
    const refusing = await serve((_request, response) => void response.writeHead(407).end());
    refusing.server.on('connect', (_request, socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    const via = await door({ proxy: refusing.origin });
    await expect(text(via, 'http://mcp.test/')).rejects.toMatchObject({ code: 'proxy-failed' });
    await expect(text(via, 'https://mcp.test/')).rejects.toMatchObject({ code: 'proxy-failed' });
  });
});
