import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { JsonRpcRequest } from '../../shared/json-rpc.js';
import type { JsonObject } from '../../shared/json.js';
import type { RawToolName } from '../../shared/tool.js';
import { McpClient } from './client.js';
import type { ConnectOptions } from './client.js';
import { verifies } from './protocol-requirements.test-kit.js';
import { HttpSessionEra } from './http-session-era.js';
import { SchemaCheck } from './schema-check.test-kit.js';
import { ScriptedServer } from './scripted-server.test-kit.js';
import type { McpSession } from './session.js';
import { linkedPair } from './transports/linked-pair.js';
import type { LinkedTransport } from './transports/linked-pair.js';
import { PATIENCE } from '../../patience.test-kit.js';

const client = new McpClient('0.1.0');
const schema = new SchemaCheck('2026-07-28');
const TOOL = branded<RawToolName>('t');
const FORM = {
  method: 'elicitation/create',
  params: { message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'string', default: 'd' } } } },
};
let near: LinkedTransport;
let far: LinkedTransport;
let server: ScriptedServer;
let log: string[];

beforeEach(() => {
  [near, far] = linkedPair();
  server = new ScriptedServer(far);
  log = [];
  offers({ tools: {} });
});

afterEach(async () => {
  await near.close();
  expect(schema.problems(server.heard)).toEqual([]);
});

function offers(capabilities: JsonObject, more: JsonObject = {}): void {
  const said = { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '3', title: 'Modern' } };
  const result = { supportedVersions: ['2026-07-28'], capabilities, instructions: 'Be kind.', _meta: said, ...more };
  server.on('server/discover', () => ({
    result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result },
  }));
}

function connect(options: ConnectOptions = {}): Promise<McpSession> {
  return client.connect(near, { era: 'auto', onLog: (_source, text) => log.push(text), ...options });
}

/** The requests of a method that the server got, in order. */
function asked(method: string): JsonRpcRequest[] {
  return server.heard.filter((message): message is JsonRpcRequest => 'method' in message && message.method === method);
}

function complete(result: JsonObject): { result: JsonObject } {
  return { result: { resultType: 'complete', ...result } };
}

describe('a modern session', () => {
  it(verifies('meta.every-request'), async () => {
    server.on('tools/list', () => complete({ tools: [], ttlMs: 0, cacheScope: 'private' }));
    const session = await connect({ input: { elicit: () => Promise.resolve({ action: 'cancel' }) } });
    expect(session).toMatchObject({
      era: 'modern',
      knownEra: 'modern',
      revision: '2026-07-28',
      serverInfo: { name: 'modern', version: '3', title: 'Modern' },
      instructions: 'Be kind.',
    });
    await session.listTools();
    expect(server.methods).toEqual(['server/discover', 'tools/list']);
    for (const method of ['server/discover', 'tools/list']) {
      expect(asked(method)[0]?.params?.['_meta']).toEqual({
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'gatehouse', title: 'Gatehouse', version: '0.1.0' },
        'io.modelcontextprotocol/clientCapabilities': {
          elicitation: { form: {}, url: {} },
          extensions: { 'io.modelcontextprotocol/tasks': {} },
        },
      });
    }
  });

  it(verifies('meta.no-responses', 'also where the server asks'), async () => {
    const session = await connect();
    const before = server.heard.length;
    server.say({ id: 's1', method: 'ping' });
    await vi.waitFor(() => expect(log.join()).toContain('the request ping'), PATIENCE);
    await session.ping();
    expect(server.heard.slice(before).map((message) => 'method' in message)).toEqual([true]);
  });

  it(verifies('result-type.absent'), async () => {
    server.on('tools/call', () => ({ result: { content: [{ type: 'text', text: 'ok' }] } }));
    expect(await (await connect()).callTool(TOOL, {})).toMatchObject({ content: [{ text: 'ok' }] });
  });

  it(verifies('result-type.unknown'), async () => {
    server.on('tools/call', () => ({ result: { resultType: 'riddle', content: [] } }));
    await expect((await connect()).callTool(TOOL, {})).rejects.toMatchObject({
      code: 'invalid-result',
      message: expect.stringContaining('"riddle"'),
    });
  });

  it(verifies('result-type.task'), async () => {
    offers({ prompts: {} });
    server.on('prompts/get', () => ({ result: { resultType: 'task', taskId: 'x', status: 'working' } }));
    await expect((await connect()).prompts.get('p', {})).rejects.toMatchObject({ code: 'invalid-result' });
  });

  it(verifies('version.pick-supported', 'in the middle of a session too'), async () => {
    const refusal = { code: -32_022, message: 'no', data: { supported: ['2026-07-28'], requested: 'x' } };
    let calls = 0;
    server.on('tools/call', () => (++calls === 1 ? { error: refusal } : complete({ content: [] })));
    const session = await connect();
    expect(await session.callTool(TOOL, {})).toMatchObject({ isError: false });
    server.on('tools/call', () => ({ error: { ...refusal, data: { supported: ['2031-01-01'], requested: 'x' } } }));
    await expect(session.callTool(TOOL, {})).rejects.toMatchObject({
      code: 'unsupported-revision',
      message: expect.stringContaining('2031-01-01'),
    });
  });

  it(verifies('capability.missing'), async () => {
    const data = { requiredCapabilities: { sampling: {} } };
    server.on('tools/call', () => ({ error: { code: -32_021, message: 'missing', data } }));
    await expect((await connect()).callTool(TOOL, {})).rejects.toMatchObject({
      code: 'missing-capability',
      message: expect.stringContaining('sampling'),
    });
  });

  it(verifies('http.header-mismatch', 'once'), async () => {
    const tool = {
      name: 't',
      inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'A' } } },
    };
    server.on('tools/list', () => complete({ tools: [tool], ttlMs: 60_000, cacheScope: 'private' }));
    server.on('tools/call', () => ({ error: { code: -32_020, message: 'mismatch' } }));
    const httpEra = new HttpSessionEra();
    const session = await connect({ httpEra });
    await expect(session.callTool(TOOL, { a: 'é' })).rejects.toMatchObject({ code: -32_020 });
    expect(server.methods).toEqual(['server/discover', 'tools/call', 'tools/list', 'tools/call']);
    const second = asked('tools/call')[1];
    expect(second && httpEra.requestHeaders(second)).toEqual({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 't',
      'mcp-param-a': '=?base64?w6k=?=',
    });
  });

  it('cancels over HTTP by closing a stream, and has no session there', async () => {
    const httpEra = new HttpSessionEra();
    expect(httpEra).toMatchObject({ sendsCancelNotification: true, hasSessions: true });
    await connect({ httpEra });
    expect(httpEra).toMatchObject({ sendsCancelNotification: false, hasSessions: false });
  });

  it(verifies('http.invalid-param-header-excluded', 'as any tool that can not be used'), async () => {
    const property = { type: 'number', 'x-mcp-header': 'A' };
    const bad = { name: 'bad', inputSchema: { type: 'object', properties: { a: property } } };
    server.on('tools/list', () => complete({ tools: [bad, { name: 'good', inputSchema: { type: 'object' } }] }));
    const { tools, rejected } = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(rejected).toEqual([
      {
        name: 'bad',
        reason: expect.stringContaining('x-mcp-header'),
        code: 'tool-header-type',
        parts: { place: 'a', type: '"number"' },
      },
    ]);
  });

  it(verifies('logging.per-request'), async () => {
    offers({ tools: {}, logging: {} });
    server.on('tools/call', () => complete({ content: [] }));
    const session = await connect();
    await session.callTool(TOOL, {});
    await session.logging.setLevel('warning');
    await session.callTool(TOOL, {});
    const levels = asked('tools/call').map(
      ({ params = {} }) => (params['_meta'] as JsonObject)['io.modelcontextprotocol/logLevel'],
    );
    expect(levels).toEqual([undefined, 'warning']);
    expect(server.methods).not.toContain('logging/setLevel');
  });
});

const elicit = (): Promise<{ action: 'accept' }> => Promise.resolve({ action: 'accept' });
const roots = (): Promise<{ uri: string }[]> => Promise.resolve([{ uri: 'file:///w' }, { uri: 'https://no.test' }]);
const sample = (): Promise<{ role: 'assistant'; content: JsonObject; model: string }> =>
  Promise.resolve({ role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm' });

describe('a request that comes back with questions', () => {
  it(verifies('mrtr.answers'), async () => {
    const inputRequests = {
      form: FORM,
      roots: { method: 'roots/list' },
      model: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
    };
    server.on('tools/call', ({ params }) =>
      params?.['inputResponses'] === undefined
        ? { result: { resultType: 'input_required', inputRequests } }
        : complete({ content: [] }),
    );
    await (await connect({ input: { elicit, roots, sample } })).callTool(TOOL, { x: 1 });
    const responses = asked('tools/call')[1]?.params?.['inputResponses'];
    expect(responses).toEqual({
      form: { action: 'accept', content: { a: 'd' } },
      roots: { roots: [{ uri: 'file:///w' }] },
      model: { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm' },
    });
    expect(schema.resultProblem('InputResponses', responses)).toBeUndefined();
    expect(asked('tools/call')[1]?.params).toMatchObject({ name: 't', arguments: { x: 1 } });
  });

  it(verifies('mrtr.state'), async () => {
    const requestState = '{"b": 1,  "a":"\\u00e9"}\n ';
    const rounds = [{ requestState }, { inputRequests: { form: FORM } }];
    server.on('tools/call', () => {
      const next = rounds.shift();
      return next === undefined ? complete({ content: [] }) : { result: { resultType: 'input_required', ...next } };
    });
    await (await connect({ input: { elicit } })).callTool(TOOL, {});
    expect(asked('tools/call').map(({ params }) => params?.['requestState'])).toEqual([
      undefined,
      requestState,
      undefined,
    ]);
    expect(asked('tools/call')[1]?.params).not.toHaveProperty('inputResponses');
    expect(asked('tools/call')[2]?.params).not.toHaveProperty('requestState');
  });

  it(verifies('mrtr.new-id'), async () => {
    let left = 2;
    server.on('tools/call', () =>
      left-- > 0 ? { result: { resultType: 'input_required', requestState: 's' } } : complete({ content: [] }),
    );
    await (await connect()).callTool(TOOL, {});
    expect(new Set(asked('tools/call').map(({ id }) => id)).size).toBe(3);
  });

  it(verifies('ids.unique'), async () => {
    server.on('tools/call', () => complete({ content: [] }));
    const session = await connect();
    await Promise.all(Array.from({ length: 20 }, () => session.callTool(TOOL, {})));
    const ids = asked('tools/call').map(({ id }) => id);
    expect(ids.every((id) => Number.isInteger(id))).toBe(true);
    expect(new Set(ids).size).toBe(20);
  });

  it(verifies('mrtr.isolation'), async () => {
    server.on('tools/call', ({ params }) => {
      const { name, requestState } = params ?? {};
      if (name === 'plain') return complete({ content: [] });
      return requestState === undefined
        ? { result: { resultType: 'input_required', requestState: `of ${JSON.stringify(name)}` } }
        : complete({ content: [] });
    });
    const session = await connect();
    await Promise.all(['a', 'plain', 'b'].map((name) => session.callTool(branded<RawToolName>(name), {})));
    for (const { params } of asked('tools/call')) {
      const { name, requestState } = params ?? {};
      if (requestState !== undefined) expect(requestState).toBe(`of ${JSON.stringify(name)}`);
      if (name === 'plain') expect(requestState).toBeUndefined();
    }
  });

  it(verifies('mrtr.bounded'), async () => {
    server.on('tools/call', () => ({ result: { resultType: 'input_required', requestState: 's' } }));
    await expect((await connect()).callTool(TOOL, {})).rejects.toMatchObject({ code: 'too-many-rounds' });
    expect(asked('tools/call')).toHaveLength(11);
  });

  it(verifies('mrtr.methods'), async () => {
    server.on('tools/list', () => ({ result: { resultType: 'input_required', requestState: 's' } }));
    await expect((await connect()).listTools()).rejects.toMatchObject({ code: 'invalid-result' });
  });

  it('is cancelled at once while it waits for the user, and its questions are withdrawn', async () => {
    const inputRequests = { a: FORM, b: FORM };
    server.on('tools/call', () => ({ result: { resultType: 'input_required', inputRequests } }));
    const signals: AbortSignal[] = [];
    const ask = (_request: unknown, signal: AbortSignal): Promise<never> => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const controller = new AbortController();
    const calling = (await connect({ input: { elicit: ask } })).callTool(TOOL, {}, { signal: controller.signal });
    await vi.waitFor(() => expect(signals).toHaveLength(2), PATIENCE);
    controller.abort();
    await expect(calling).rejects.toMatchObject({ code: 'cancelled' });
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it('fails, saying so, when it asks for what was not offered or for nothing', async () => {
    server.on('tools/call', () => ({
      result: { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } },
    }));
    const session = await connect();
    await expect(session.callTool(TOOL, {})).rejects.toThrow(/roots\/list was not offered/);
    server.on('tools/call', () => ({ result: { resultType: 'input_required' } }));
    await expect(session.callTool(TOOL, {})).rejects.toMatchObject({ code: 'invalid-result' });
  });
});

describe('results that may be kept', () => {
  it(verifies('caching.invalidated', 'when the server says so'), async () => {
    offers({ tools: { listChanged: true } });
    server.on('subscriptions/listen', () => undefined);
    server.on('tools/list', () => complete({ tools: [], ttlMs: 60_000, cacheScope: 'private' }));
    const session = await connect();
    await session.listTools();
    await session.listTools();
    expect(asked('tools/list')).toHaveLength(1);
    await session.listTools({ fresh: true });
    expect(asked('tools/list')).toHaveLength(2);
    const subscriptionId = asked('subscriptions/listen')[0]?.id;
    const changed = new Promise<void>((resolve) => session.onToolsChanged(resolve));
    const meta = { 'io.modelcontextprotocol/subscriptionId': subscriptionId };
    server.say({ method: 'notifications/tools/list_changed', params: { _meta: meta } });
    await changed;
    await session.listTools();
    expect(asked('tools/list')).toHaveLength(3);
  });

  it(verifies('caching.not-retries'), async () => {
    offers({ resources: {} });
    server.on('resources/read', ({ params }) =>
      params?.['requestState'] === undefined
        ? { result: { resultType: 'input_required', requestState: 's' } }
        : complete({ contents: [{ uri: 'a:b', text: 'x' }], ttlMs: 60_000, cacheScope: 'private' }),
    );
    const session = await connect();
    await session.resources.read('a:b');
    await session.resources.read('a:b');
    expect(asked('resources/read')).toHaveLength(4);
  });
});
