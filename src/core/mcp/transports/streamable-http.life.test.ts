import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../protocol-requirements.test-kit.js';
import {
  CALL,
  event,
  events,
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
const WITHIN = { timeout: 20_000 };

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function subject(...how: Parameters<typeof startSubject>): Promise<Subject> {
  const made = await startSubject(...how);
  cleanUp.push(() => made.close());
  return made;
}

function gets({ server }: Subject): (string | undefined)[] {
  return server.requests
    .filter(({ method }) => method === 'GET')
    .map(({ headers }) => headers['last-event-id'] as string | undefined);
}

describe('a session that the server has forgotten', () => {
  it.each([
    [404, { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } }],
    [404, 'gone'],
    [410, ''],
    [400, { error: 'No valid session ID' }],
  ])(verifies('http.session-404', 'told by %i, once; nothing is sent twice'), async (status, body) => {
    const one = await subject(
      scripted({ 'tools/call': (response) => json(response, body, status), DELETE: () => expect.unreachable() }),
    );
    await initialized(one);
    const calls = [2, 3].map((id) => one.transport.send({ ...CALL, id }).catch((error: unknown) => error));
    expect(await calls[0]).toMatchObject({
      code: 'session-expired',
      message: expect.stringContaining('not carried out'),
    });
    expect(await calls[1]).toMatchObject({ code: expect.stringMatching(/^(session-expired|connection-closed)$/) });
    await vi.waitFor(() => expect(one.heard.reasons).toHaveLength(1), WITHIN);
    expect(one.heard.reasons).toMatchObject([{ code: 'session-expired' }]);
    await expect(one.transport.send(CALL)).rejects.toMatchObject({ code: 'connection-closed' });
    await one.transport.close();
    expect(one.heard.reasons).toHaveLength(1);
    const methods = one.server.requests.filter(({ method }) => method === 'POST');
    expect(methods.length).toBeLessThanOrEqual(4);
  });

  it('is not what a 404 means before there is one', async () => {
    const one = await subject(scripted({ 'tools/call': (response) => json(response, 'nothing here', 404) }));
    await expect(one.transport.send(CALL)).rejects.toMatchObject({ code: 'http-status', status: 404 });
    expect(one.heard.reasons).toEqual([]);
  });

  it('is noticed by the standing stream too', async () => {
    const one = await subject(scripted({ GET: (response) => json(response, 'gone', 404) }));
    await initialized(one);
    await vi.waitFor(() => expect(one.heard.reasons).toMatchObject([{ code: 'session-expired' }]), WITHIN);
  });
});

describe('the stream of an answer that breaks', () => {
  it(verifies('http.resume', 'as often as it takes'), async () => {
    const rest = [event(note('b'), 'e3'), event(result(2))];
    const one = await subject(
      scripted({
        // The way of polling: an id, a wait, and the end (SEP-1699).
        'tools/call': (response) => void events(response).end(`retry: 5\n${event('', 'e1')}`),
        GET: (response) => {
          if (gets(one).length === 1) events(response).end(event(note('a'), 'e2'));
          else if (gets(one).length === 2) response.writeHead(503).end();
          else if (gets(one).length === 3) {
            events(response).write(rest[0] ?? '');
            setTimeout(() => response.destroy(), 20);
          } else events(response).end(rest[1]);
        },
      }),
    );
    await one.transport.send(CALL);
    expect(gets(one)).toEqual(['e1', 'e2', 'e2', 'e3']);
    expect(one.heard.messages).toEqual([note('a'), note('b'), result(2)]);
  });

  it.each([
    ['has no id to go on from', () => {}, /ended the stream of tools\/call without an answer/],
    ['can not be resumed', (id: string) => id, /can't be resumed \(HTTP 405\)/],
  ])('and %s loses its answer, which is never asked for twice', async (_what, id, message) => {
    const one = await subject(
      scripted({
        'tools/call': (response) => void events(response).end(`retry: 5\n${event(note('a'), id('e1') ?? undefined)}`),
      }),
    );
    await expect(one.transport.send(CALL)).rejects.toMatchObject({
      code: 'answer-lost',
      message: expect.stringMatching(message),
    });
    expect(one.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(one.heard.reasons).toEqual([]);
  });

  it('with the session loses its answer too, and the session', async () => {
    const one = await subject(
      scripted({
        'tools/call': (response) => void events(response).end(`retry: 5\n${event('', 'e1')}`),
        GET: (response, _message, { headers }) => {
          response.writeHead(headers['last-event-id'] === undefined ? 405 : 404).end();
        },
      }),
    );
    await initialized(one);
    await expect(one.transport.send(CALL)).rejects.toMatchObject({ code: 'answer-lost' });
    await vi.waitFor(() => expect(one.heard.reasons).toMatchObject([{ code: 'session-expired' }]), WITHIN);
  });

  it('before it began leaves it open what became of the call', async () => {
    const one = await subject(scripted({ 'tools/call': (response) => void response.destroy() }));
    await expect(one.transport.send(CALL)).rejects.toMatchObject({
      code: 'connection-lost',
      message: expect.stringContaining('may have been carried out'),
    });
    expect(one.server.requests).toHaveLength(1);
  });

  it('is resumed with a new token where the old one ended meanwhile', async () => {
    let token = 'old';
    const refused: unknown[] = [];
    const one = await subject(
      scripted({
        'tools/call': (response) => void events(response).end(`retry: 5\n${event('', 'e1')}`),
        GET: (response, _message, { headers }) => {
          if (headers.authorization === 'Bearer new') events(response).end(event(result(2)));
          else response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
        },
      }),
      {
        authorizer: {
          headers: async () => ({ authorization: `Bearer ${token}` }),
          onUnauthorized: async (response) => {
            refused.push([response.method, response.refused]);
            token = 'new';
            return 'retry';
          },
        },
      },
    );
    await one.transport.send(CALL);
    expect(one.heard.messages).toEqual([result(2)]);
    expect(gets(one)).toEqual(['e1', 'e1']);
    expect(refused).toEqual([['GET', 'Bearer old']]);
    expect(one.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('loses its answer where nobody can sign in for the rest of it', async () => {
    const one = await subject(
      scripted({
        'tools/call': (response) => void events(response).end(`retry: 5\n${event('', 'e1')}`),
        GET: (response) => void response.writeHead(401).end(),
      }),
    );
    await expect(one.transport.send(CALL)).rejects.toMatchObject({
      code: 'answer-lost',
      message: expect.stringContaining('HTTP 401'),
    });
    expect(gets(one)).toEqual(['e1']);
  });

  it('is not waited for any more once the call was cancelled', async () => {
    const one = await subject(
      scripted({ 'tools/call': (response) => void events(response).end(`retry: 60000\n${event('', 'e1')}`) }),
    );
    const call = one.transport.send(CALL).catch((error: unknown) => error);
    await vi.waitFor(() => expect(one.server.requests).toHaveLength(1), PATIENCE);
    await one.transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    expect(await call).toMatchObject({ code: 'cancelled' });
  });
});

describe('the standing stream', () => {
  it('brings what the server says unasked, and comes back from where it was when it ends, breaks or is silent', async () => {
    const one = await subject(
      scripted({
        GET: (response) => {
          const at = gets(one).length;
          events(response).write(`retry: 5\n${event(note(`n${at}`), `e${at}`)}`);
          if (at === 1) response.end();
          if (at === 2) setTimeout(() => response.destroy(), 20);
        },
      }),
      { streamIdleMs: 100 },
    );
    await initialized(one);
    await vi.waitFor(() => expect(one.heard.messages.length).toBeGreaterThanOrEqual(5), WITHIN);
    expect(one.heard.messages.slice(1, 5)).toEqual([note('n1'), note('n2'), note('n3'), note('n4')]);
    expect(gets(one).slice(0, 4)).toEqual([undefined, 'e1', 'e2', 'e3']);
    expect(one.heard.reasons).toEqual([]);
  });

  it('comes back when the server was away, and at once when it is told that the network is back', async () => {
    const one = await subject(
      scripted({
        GET: (response) => {
          // An hour is what only `wake` cuts short.
          if (gets(one).length === 1) events(response).end(`retry: 3600000\n\n`);
          else events(response).write(event(note('back')));
        },
      }),
    );
    await initialized(one);
    await vi.waitFor(() => expect(gets(one)).toHaveLength(1), WITHIN);
    await vi.waitFor(() => {
      one.transport.wake();
      expect(gets(one)).toHaveLength(2);
    }, WITHIN);
    await vi.waitFor(() => expect(one.heard.messages.at(-1)).toEqual(note('back')), WITHIN);
  });

  it.each([
    [405, []],
    [404, [expect.stringContaining('offers no stream')]],
    [401, [expect.stringContaining('offers no stream')]],
    [501, []],
  ])(verifies('http.standing-stream', 'by %i'), async (status, lines) => {
    const one = await subject(
      scripted({
        initialize: (response, { id }) => json(response, result(id)),
        GET: (response) => void response.writeHead(status).end(),
        'tools/call': (response, { id }) => json(response, result(id)),
      }),
    );
    await initialized(one);
    await one.transport.send(CALL);
    expect(one.heard.messages.at(-1)).toEqual(result(2));
    await vi.waitFor(() => expect(gets(one).length).toBeGreaterThan(0), WITHIN);
    await vi.waitFor(() => expect(one.heard.lines).toEqual(lines), WITHIN);
  });

  it('drops what is no message with a line in the log', async () => {
    const one = await subject(
      scripted({
        GET: (response) => {
          events(response).write('data: {"nonsense":\n\nevent: weather\ndata: rain\n\n');
          response.write(event(note('after')));
        },
      }),
    );
    await initialized(one);
    await vi.waitFor(() => expect(one.heard.messages.at(-1)).toEqual(note('after')), WITHIN);
    expect(one.heard.lines).toEqual([
      'host: The server sent an event "message" that holds no message: {"nonsense":',
      'host: The server sent an event "weather" that holds no message: rain',
    ]);
  });
});
