import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../protocol-requirements.test-kit.js';
import type { JsonRpcRequest } from '../../../shared/json-rpc.js';
import { bodyOf, startHttpServer } from '../../http/http-server.test-kit.js';
import type { TestListener, TestServer } from '../../http/http-server.test-kit.js';
import { mayBeLegacySse } from './http-fallback.js';
import { HttpStatusError } from './http-status-error.js';
import { LegacySseTransport } from './legacy-sse.js';
import { RemoteHttpTransport } from './remote-http.js';
import { CALL, event, events, INITIALIZE, json, result } from './scripted-http.test-kit.js';
import { TransportRecorder } from './transport-recorder.test-kit.js';

vi.setConfig({ testTimeout: 30_000 });
const WITHIN = { timeout: 20_000 };

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function serve(listener: TestListener): Promise<TestServer> {
  const server = await startHttpServer(listener);
  cleanUp.push(() => server.close());
  return server;
}

/** A server of 2024-11-05: a stream at GET /sse, messages at POST /message, anything else refused. */
function legacyServer(endpoint: string, answer: (id: unknown) => object = result): TestListener {
  let stream: ServerResponse | undefined;
  return async (request, response) => {
    if (request.method === 'GET' && request.url === '/sse') {
      stream = events(response);
      stream.write(`event: endpoint\ndata: ${endpoint}\n\n`);
    } else if (request.method === 'POST' && request.url?.startsWith('/message') === true) {
      const message = JSON.parse(await bodyOf(request)) as JsonRpcRequest;
      response.writeHead(202).end('Accepted');
      if (message.method === 'drop') stream?.end();
      else stream?.write(event(answer(message.id)));
    } else {
      response.writeHead(request.url === '/sse' ? 405 : 404).end();
    }
  };
}

function transportTo(server: TestServer, Kind: typeof LegacySseTransport | typeof RemoteHttpTransport, where = '/sse') {
  const transport = new Kind({ url: new URL(server.origin + where), env: {}, headers: { 'x-own': 'v' } });
  cleanUp.push(() => transport.close());
  return [transport, new TransportRecorder()] as const;
}

describe('HTTP+SSE', () => {
  it(verifies('sse.endpoint', 'and the connection ends with the stream'), async () => {
    const server = await serve(legacyServer('/message?session=1'));
    const [transport, heard] = transportTo(server, LegacySseTransport);
    await transport.start(heard);
    await transport.send(CALL);
    await vi.waitFor(() => expect(heard.messages).toEqual([result(2)]), WITHIN);
    const [get, post] = server.requests;
    expect(get?.headers).toMatchObject({ accept: 'text/event-stream', 'x-own': 'v' });
    expect(post).toMatchObject({ url: '/message?session=1', headers: { 'x-own': 'v' } });
    await transport.send({ ...CALL, method: 'drop' });
    await vi.waitFor(() => expect(heard.reasons).toHaveLength(1), WITHIN);
    expect(heard.reasons).toMatchObject([{ code: 'transport-error', message: expect.stringContaining('stream') }]);
    await expect(transport.send(CALL)).rejects.toMatchObject({ code: 'connection-closed' });
  });

  it('posts nothing to another origin', async () => {
    const canary = await serve((_request, response) => void response.end());
    const server = await serve(legacyServer(`${canary.origin}/message`));
    const [transport, heard] = transportTo(server, LegacySseTransport);
    await expect(transport.start(heard)).rejects.toMatchObject({
      code: 'redirect-refused',
      message: expect.stringContaining(canary.origin),
    });
    expect(heard.reasons).toMatchObject([{ code: 'transport-error' }]);
    expect(canary.connections).toBe(0);
  });

  it.each([
    [401, 'sign-in-required'],
    [500, 'http-status'],
  ])('that is refused with %i is a typed error', async (status, code) => {
    const server = await serve((_request, response) => void response.writeHead(status).end('no'));
    const [transport, heard] = transportTo(server, LegacySseTransport);
    await expect(transport.start(heard)).rejects.toMatchObject({ status, code });
  });

  it('refuses a message as the server does, and can be closed while it waits for the endpoint', async () => {
    const server = await serve((request, response) => {
      if (request.method === 'POST') response.writeHead(400).end('no such session');
      else events(response).write(request.url === '/sse' ? 'event: endpoint\ndata: /message\n\n' : ': wait\n\n');
    });
    const [transport, heard] = transportTo(server, LegacySseTransport);
    await transport.start(heard);
    await expect(transport.send(CALL)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('no such'),
    });

    const [waiting, other] = transportTo(server, LegacySseTransport, '/wait');
    const starting = waiting.start(other).catch((error: unknown) => error);
    await vi.waitFor(() => expect(server.requests.at(-1)?.url).toBe('/wait'), WITHIN);
    await waiting.close();
    expect(await starting).toMatchObject({ code: 'connection-closed' });
    expect(other.reasons).toMatchObject([{ code: 'closed-by-host' }]);
  });
});

describe('a server behind an address', () => {
  it(verifies('http.legacy-fallback', 'and with nothing but initialize'), async () => {
    const server = await serve(legacyServer('/message'));
    const [transport, heard] = transportTo(server, RemoteHttpTransport);
    await transport.start(heard);
    await expect(transport.send({ ...CALL, method: 'server/discover' })).rejects.toMatchObject({ status: 405 });
    await transport.send(INITIALIZE);
    await transport.send(CALL);
    await vi.waitFor(() => expect(heard.messages).toEqual([result(1), result(2)]), WITHIN);
    expect(heard.lines).toEqual([expect.stringContaining('HTTP+SSE')]);
    await transport.close();
    expect(heard.reasons).toMatchObject([{ code: 'closed-by-host' }]);
  });

  it('that speaks neither is told with the first refusal, and stays usable', async () => {
    const server = await serve(
      (request, response) => void response.writeHead(request.method === 'POST' ? 404 : 405).end(),
    );
    const [transport, heard] = transportTo(server, RemoteHttpTransport);
    await transport.start(heard);
    await expect(transport.send(INITIALIZE)).rejects.toMatchObject({ status: 404 });
    await expect(transport.send(INITIALIZE)).rejects.toMatchObject({ status: 404 });
    expect(heard.reasons).toEqual([]);
  });

  it('is not tried with the older one when it speaks', async () => {
    const server = await serve((_request, response) => json(response, result(1)));
    const [transport, heard] = transportTo(server, RemoteHttpTransport);
    await transport.start(heard);
    await transport.send(INITIALIZE);
    expect(server.requests.map(({ method }) => method)).toEqual(['POST']);
  });
});

describe('mayBeLegacySse', () => {
  const modern = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_022, message: 'x' } });
  const other = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'x' } });
  it.each([
    [400, '', true],
    [404, 'Not found', true],
    [405, other, true],
    [400, modern, false],
    [401, '', false],
    [403, '', false],
    [500, '', false],
  ])('for %i with %j is %s', (status, body, expected) => {
    expect(
      mayBeLegacySse(new HttpStatusError('initialize', { status, headers: {}, url: new URL('http://a.test/') }, body)),
    ).toBe(expected);
  });

  it('is false for a server that could not be reached', () => {
    expect(mayBeLegacySse(new Error('x'))).toBe(false);
  });
});
