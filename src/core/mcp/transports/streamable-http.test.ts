import { afterEach, describe, expect, it, vi } from 'vitest';
import { GatehouseError } from '../../errors.js';
import { JsonRpcPeer } from '../../jsonrpc/peer.js';
import { verifies } from '../protocol-requirements.test-kit.js';
import type { JsonRpcRequest } from '../../../shared/json-rpc.js';
import { bodyOf } from '../../http/http-server.test-kit.js';
import type { TestListener } from '../../http/http-server.test-kit.js';
import { HttpStatusError } from './http-status-error.js';
import {
  CALL,
  event,
  events,
  INITIALIZE,
  initialized,
  json,
  note,
  result,
  scripted,
  subject as startSubject,
} from './scripted-http.test-kit.js';
import type { Subject } from './scripted-http.test-kit.js';
import { PATIENCE } from '../../../patience.test-kit.js';

vi.setConfig({ testTimeout: 30_000 });

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function subject(...how: Parameters<typeof startSubject>): Promise<Subject> {
  const made = await startSubject(...how);
  cleanUp.push(() => made.close());
  return made;
}

describe('a message', () => {
  it(verifies('http.session', 'and the session is left by DELETE'), async () => {
    const one = await subject(scripted({ 'tools/call': (response, { id }) => json(response, result(id)) }), {
      headers: { Authorization: 'Bearer own', Accept: 'text/html' },
    });
    await initialized(one);
    await one.transport.send(CALL);
    const [first, second, ...rest] = one.server.requests.map(({ method, headers }) => ({ method, headers }));
    expect(first).toMatchObject({
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        authorization: 'Bearer own',
      },
    });
    expect(first?.headers['mcp-session-id']).toBeUndefined();
    expect(first?.headers['mcp-protocol-version']).toBeUndefined();
    const later = { authorization: 'Bearer own', 'mcp-session-id': 'session-1', 'mcp-protocol-version': '2025-06-18' };
    for (const request of [second, ...rest]) expect(request?.headers).toMatchObject(later);
    expect(rest.find(({ method }) => method === 'GET')?.headers).toMatchObject({ accept: 'text/event-stream' });
    expect(one.heard.messages).toEqual([result(1, { protocolVersion: '2025-06-18' }), result(2)]);
    await one.transport.close();
    expect(one.server.requests.at(-1)).toMatchObject({ method: 'DELETE', headers: later });
    expect(one.heard.reasons).toEqual([{ code: 'closed-by-host', message: expect.any(String) }]);
    await expect(one.transport.send(CALL)).rejects.toMatchObject({ code: 'connection-closed' });
  });

  it(verifies('http.post', 'with everything before the answer delivered in order'), async () => {
    const steps = Array.from({ length: 50 }, (_, at) => note(`step/${at}`));
    const one = await subject(
      scripted({
        'tools/call': (response, { id }) => {
          events(response).write(': hello\n\n');
          // In one piece with the answer: nothing may overtake.
          response.end([...steps, result(id, { text: '笔记 😀' })].map((value) => event(value)).join(''));
        },
      }),
    );
    await one.transport.send(CALL);
    expect(one.heard.messages).toEqual([...steps, result(2, { text: '笔记 😀' })]);
  });

  it('is answered by a stream that stays open or splits a character', async () => {
    const one = await subject(
      scripted({
        'tools/call': (response, { id }) => {
          const bytes = Buffer.from(`\uFEFF${event(result(id, { text: '😀' }))}`);
          const at = bytes.indexOf(0xf0) + 2;
          events(response).write(bytes.subarray(0, at));
          setTimeout(() => response.write(bytes.subarray(at)), 20);
        },
      }),
    );
    await one.transport.send(CALL);
    expect(one.heard.messages).toEqual([result(2, { text: '😀' })]);
  });

  it('takes a batch (2025-03-26)', async () => {
    const one = await subject(scripted({ 'tools/call': (r, { id }) => json(r, [note('n'), result(id)]) }));
    await one.transport.send(CALL);
    expect(one.heard.messages).toEqual([note('n'), result(2)]);
  });

  it('of 10 MB comes through JSON and through a stream', async () => {
    const text = 'a "quoted" line\n'.repeat(650_000);
    for (const stream of [false, true]) {
      const one = await subject(
        scripted({
          'tools/call': (response, { id }) => {
            if (stream) events(response).end(event(result(id, { text })));
            else json(response, result(id, { text }));
          },
        }),
      );
      await one.transport.send(CALL);
      expect(one.heard.messages).toEqual([result(2, { text })]);
    }
  });

  it('over the limit fails alone', async () => {
    const one = await subject(
      scripted({
        'tools/call': (r, { id }) => json(r, result(id, { text: 'x'.repeat(5_000) })),
        stream: (r, { id }) => void events(r).end(event(result(id, { text: 'x'.repeat(5_000) }))),
        ping: (r, { id }) => json(r, result(id)),
      }),
      { maxMessageBytes: 1_000 },
    );
    await expect(one.transport.send(CALL)).rejects.toMatchObject({ code: 'too-large' });
    await expect(one.transport.send({ ...CALL, method: 'stream' })).rejects.toMatchObject({ code: 'too-large' });
    await one.transport.send({ ...CALL, method: 'ping' });
    expect(one.heard.messages).toEqual([result(2)]);
    expect(one.heard.reasons).toEqual([]);
  });
});

describe('a refusal', () => {
  it('is a typed error with the challenge, the wait and the words of the server', async () => {
    const one = await subject(
      scripted({
        unauthorized: (r) => void r.writeHead(401, { 'www-authenticate': 'Bearer scope="a"' }).end(),
        broken: (r) => json(r, { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Out of order' } }, 500),
        page: (r) => void r.writeHead(502, { 'content-type': 'text/html' }).end('<h1>nginx</h1>'),
        busy: (r) => void r.writeHead(429, { 'retry-after': '7200' }).end(),
      }),
    );
    const fails = (method: string): Promise<unknown> =>
      one.transport.send({ ...CALL, method }).catch((error: unknown) => error);
    const unauthorized = await fails('unauthorized');
    expect(unauthorized).toBeInstanceOf(HttpStatusError);
    expect(unauthorized).toMatchObject({ code: 'sign-in-required', status: 401, wwwAuthenticate: 'Bearer scope="a"' });
    expect(await fails('broken')).toMatchObject({
      code: 'http-status',
      rpcError: { code: -32_000 },
      message: expect.stringContaining('HTTP 500. It says: Out of order The server has a problem'),
    });
    expect(await fails('page')).toMatchObject({ message: expect.not.stringContaining('nginx') });
    expect(await fails('busy')).toMatchObject({ status: 429, retryAfterMs: 7_200_000 });
  });

  it(verifies('http.error-body'), async () => {
    const error = { code: -32_601, message: 'Unknown method' };
    const modern = { code: -32_022, message: 'Unsupported', data: { supported: [] } };
    const one = await subject(
      scripted({
        'tools/call': (r, { id }) => json(r, { jsonrpc: '2.0', id, error }, 404),
        modern: (r) => json(r, { jsonrpc: '2.0', id: null, error: modern }, 400),
      }),
    );
    await initialized(one);
    await one.transport.send(CALL);
    await one.transport.send({ ...CALL, method: 'modern' });
    expect(one.heard.messages.slice(1)).toEqual([
      { jsonrpc: '2.0', id: 2, error },
      { jsonrpc: '2.0', id: 2, error: modern },
    ]);
    expect(one.heard.reasons).toEqual([]);
  });

  it('for being too busy is waited out as it asks', async () => {
    let calls = 0;
    const one = await subject(
      scripted({
        'tools/call': (r, { id }) => {
          if (++calls < 3)
            r.writeHead(calls === 1 ? 429 : 503, { 'retry-after': calls === 1 ? '0' : new Date().toUTCString() }).end();
          else json(r, result(id));
        },
      }),
    );
    await one.transport.send(CALL);
    expect(one.heard.messages).toEqual([result(2)]);
  });

  it('of what is no MCP server at all quotes what was found there', async () => {
    const one = await subject(
      (_request, response) => void response.setHeader('content-type', 'text/html').end('<p>Hotel</p>'),
    );
    await expect(one.transport.send(INITIALIZE)).rejects.toMatchObject({
      code: 'bad-answer',
      message: expect.stringMatching(/no JSON-RPC \(text\/html\): <p>Hotel/),
    });
  });
});

const forbidden: TestListener = (_request, response) => void response.writeHead(403).end();
const noHeaders = (): Promise<Record<string, string>> => Promise.resolve({});

describe('an authorizer', () => {
  it('is asked for headers each time, and for help once the server wants a sign-in', async () => {
    let token = 'old';
    const asked: unknown[] = [];
    const one = await subject(
      async (request, response) => {
        const { id } = JSON.parse(await bodyOf(request)) as JsonRpcRequest;
        if (request.headers.authorization === 'Bearer new') json(response, result(id));
        else response.writeHead(401, { 'www-authenticate': 'Bearer realm="r"' }).end();
      },
      {
        authorizer: {
          headers: () => Promise.resolve({ authorization: `Bearer ${token}` }),
          onUnauthorized: ({ status, method, url, wwwAuthenticate, refused }) => {
            asked.push([status, method, url.pathname, wwwAuthenticate, refused]);
            token = 'new';
            return Promise.resolve('retry');
          },
        },
      },
    );
    await one.transport.send(CALL);
    expect(asked).toEqual([[401, 'POST', '/mcp', 'Bearer realm="r"', 'Bearer old']]);
    token = 'revoked';
    const fail = one.transport.send(CALL);
    await fail;
    expect(one.server.requests).toHaveLength(4);
  });

  it('that can not help, or breaks, leaves the refusal as it is; and the server is asked five times at most', async () => {
    for (const [onUnauthorized, requests] of [
      [() => Promise.resolve('fail' as const), 1],
      [() => Promise.reject(new Error('no browser')), 1],
      [() => Promise.resolve('retry' as const), 5],
    ] as const) {
      const one = await subject(forbidden, { authorizer: { headers: noHeaders, onUnauthorized } });
      await expect(one.transport.send(CALL)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
      expect(one.server.requests).toHaveLength(requests);
    }
  });
});

describe('an authorizer that knows why', () => {
  it('has the last word on a refusal', async () => {
    const why = new GatehouseError('sign-in-cancelled', 'The user closed the page.');
    const one = await subject(forbidden, {
      authorizer: { headers: noHeaders, onUnauthorized: () => Promise.reject(why) },
    });
    await expect(one.transport.send(CALL)).rejects.toBe(why);
  });

  it('stops the clock of what waits while the user signs in', async () => {
    let signedIn = false;
    let busyUntil = 0;
    const one = await subject(
      scripted({
        'tools/call': (response, { id }) => {
          if (signedIn) json(response, result(id));
          else response.writeHead(401).end();
        },
      }),
      {
        authorizer: {
          headers: noHeaders,
          get userBusyUntil() {
            return signedIn ? busyUntil : performance.now();
          },
          onUnauthorized: async () => {
            await new Promise((resolve) => setTimeout(resolve, 3_500));
            busyUntil = performance.now();
            signedIn = true;
            return 'retry';
          },
        },
      },
    );
    const peer = new JsonRpcPeer({
      send: (message) => one.transport.send(message),
      note: () => {},
      userBusyUntil: () => one.transport.userBusyUntil,
    });
    const answer = peer.request('tools/call', {}, { timeoutMs: 3_000 });
    await vi.waitFor(() => expect(one.heard.messages).toHaveLength(1), 20_000);
    for (const message of one.heard.messages) peer.accept(message);
    expect(await answer).toEqual({});
  });
});

describe('cancelling', () => {
  it.each([
    [true, ['tools/call', 'notifications/cancelled']],
    [false, ['tools/call']],
  ])(verifies('http.disconnect-is-no-cancel', 'notification: %s'), async (sendsCancelNotification, sent) => {
    const methods: string[] = [];
    let gone = false;
    const one = await subject(
      scripted({
        'tools/call': (response, { method }) => {
          methods.push(method);
          events(response).write(': working\n\n');
          response.on('close', () => (gone = true));
        },
        'notifications/cancelled': (response, { method }) => {
          methods.push(method);
          expect(gone).toBe(false);
          response.writeHead(202).end();
        },
      }),
    );
    one.transport.setEra({ sendsCancelNotification, hasSessions: sendsCancelNotification, requestHeaders: () => ({}) });
    const call = one.transport.send(CALL).catch((error: unknown) => error);
    await vi.waitFor(() => expect(methods).toHaveLength(1), PATIENCE);
    await one.transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    expect(await call).toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(gone).toBe(true), PATIENCE);
    expect(methods).toEqual(sent);
  });

  it('is what the end of the connection does to all that waits', async () => {
    const one = await subject(scripted({ 'tools/call': (response) => void events(response).write(': working\n\n') }));
    const call = one.transport.send(CALL).catch((error: unknown) => error);
    await vi.waitFor(() => expect(one.server.requests).toHaveLength(1), PATIENCE);
    await one.transport.close();
    expect(await call).toMatchObject({ code: 'connection-closed' });
  });
});

describe('an era', () => {
  it('adds headers that mirror each message', async () => {
    const one = await subject(scripted({ 'tools/call': (r, { id }) => json(r, result(id)) }));
    one.transport.setEra({
      sendsCancelNotification: false,
      hasSessions: false,
      requestHeaders: (message) => ('method' in message ? { 'mcp-method': message.method } : {}),
    });
    await one.transport.send(CALL);
    expect(one.server.requests[0]?.headers['mcp-method']).toBe('tools/call');
  });
});
