import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { JsonRpcMessage, JsonRpcRequest } from '../../shared/json-rpc.js';
import type { JsonObject } from '../../shared/json.js';
import type { RawToolName } from '../../shared/tool.js';
import { McpClient } from './client.js';
import type { ConnectOptions } from './client.js';
import type { ElicitationAnswer, ElicitationRequest } from './elicitation.js';
import { HttpSessionEra } from './http-session-era.js';
import { verifies } from './protocol-requirements.test-kit.js';
import { SchemaCheck } from './schema-check.test-kit.js';
import { ScriptedServer } from './scripted-server.test-kit.js';
import type { McpSession } from './session.js';
import { linkedPair } from './transports/linked-pair.js';
import type { LinkedTransport } from './transports/linked-pair.js';
import { PATIENCE } from '../../patience.test-kit.js';

const CAPABILITIES: JsonObject = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
};
const TOOL = branded<RawToolName>('t');
let near: LinkedTransport;
let server: ScriptedServer;
let log: string[];

beforeEach(() => {
  const [one, other] = linkedPair();
  near = one;
  server = new ScriptedServer(other, CAPABILITIES);
  log = [];
});

afterEach(async () => {
  await near.close();
  expect(new SchemaCheck('2025-11-25').problems(server.heard)).toEqual([]);
});

function connect(options: ConnectOptions = {}): Promise<McpSession> {
  return new McpClient('0').connect(near, { onLog: (_source, text) => log.push(text), ...options });
}

function asked(method: string): JsonRpcRequest[] {
  return server.heard.filter((message): message is JsonRpcRequest => 'method' in message && message.method === method);
}

/** What the client answers to a request of the server. */
async function answerTo(method: string, params: JsonObject = {}): Promise<JsonRpcMessage | undefined> {
  server.say({ id: 'q', method, params });
  return vi.waitFor(() => {
    const answer = server.heard.find((message) => !('method' in message) && message.id === 'q');
    expect(answer).toBeDefined();
    return answer;
  }, PATIENCE);
}

function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  const settle: ((value: T) => void)[] = [];
  const promise = new Promise<T>((resolve) => settle.push(resolve));
  return { promise, resolve: (value) => settle[0]?.(value) };
}

describe('what a server may ask', () => {
  it(verifies('roots.list'), async () => {
    const session = await connect({ input: { roots: () => Promise.resolve([{ uri: 'file:///w', name: 'W' }]) } });
    expect(asked('initialize')[0]?.params?.['capabilities']).toEqual({ roots: { listChanged: true } });
    expect(await answerTo('roots/list')).toMatchObject({ result: { roots: [{ uri: 'file:///w', name: 'W' }] } });
    await session.rootsChanged();
    await vi.waitFor(() => expect(server.methods).toContain('notifications/roots/list_changed'), PATIENCE);
  });

  it(verifies('roots.file-only'), async () => {
    await connect({ input: { roots: () => Promise.resolve([{ uri: 'https://a.test' }]) } });
    expect(await answerTo('roots/list')).toMatchObject({ result: { roots: [] } });
    expect(log.join()).toContain('no file URI');
  });

  it(verifies('sampling.refused-by-default'), async () => {
    await connect();
    expect(await answerTo('sampling/createMessage', { messages: [], maxTokens: 1 })).toMatchObject({
      error: { code: -32_601 },
    });
    expect(log.join()).toContain('was not offered');
  });

  it(verifies('sampling.refused-by-default', 'where sampling was offered without tools'), async () => {
    const sample = vi.fn();
    await connect({ input: { sample } });
    const params = { messages: [], maxTokens: 1, tools: [] };
    expect(await answerTo('sampling/createMessage', params)).toMatchObject({ error: { code: -32_602 } });
    expect(sample).not.toHaveBeenCalled();
  });

  it(verifies('sampling.answer'), async () => {
    const result = {
      role: 'assistant',
      content: { type: 'text', text: 'hi' },
      model: 'm',
      stopReason: 'endTurn',
    } as const;
    await connect({
      input: { sample: ({ maxTokens }) => Promise.resolve({ ...result, model: `m${JSON.stringify(maxTokens)}` }) },
    });
    const answer = await answerTo('sampling/createMessage', { messages: [], maxTokens: 5 });
    expect(answer).toMatchObject({ result: { ...result, model: 'm5' } });
    const said = answer !== undefined && 'result' in answer ? answer.result : undefined;
    expect(new SchemaCheck('2025-11-25').resultProblem('CreateMessageResult', said)).toBeUndefined();
  });

  it(verifies('elicitation.form'), async () => {
    const seen: ElicitationRequest[] = [];
    const elicit = (request: ElicitationRequest): Promise<ElicitationAnswer> => {
      seen.push(request);
      return Promise.resolve({ action: 'accept', content: { a: 'x' } });
    };
    await connect({ input: { elicit } });
    const requestedSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    expect(await answerTo('elicitation/create', { message: 'Which?', requestedSchema })).toMatchObject({
      result: { action: 'accept', content: { a: 'x' } },
    });
    expect(seen).toEqual([
      { mode: 'form', message: 'Which?', fields: [{ name: 'a', kind: 'string', required: true }] },
    ]);
  });

  it(verifies('elicitation.validate', 'and the server hears of a question that was closed'), async () => {
    await connect({ input: { elicit: () => Promise.resolve({ action: 'accept', content: { a: 5 } }) } });
    const requestedSchema = { type: 'object', properties: { a: { type: 'string' } } };
    expect(await answerTo('elicitation/create', { message: 'm', requestedSchema })).toMatchObject({
      result: { action: 'cancel' },
    });
    expect(log.join()).toContain('does not fit');
  });

  it('is refused as bad parameters when it is no question that can be shown', async () => {
    await connect({ input: { elicit: () => Promise.resolve({ action: 'cancel' }) } });
    const requestedSchema = { type: 'object', properties: { a: { type: 'object' } } };
    expect(await answerTo('elicitation/create', { message: 'm', requestedSchema })).toMatchObject({
      error: { code: -32_602, message: expect.stringContaining('"a"') },
    });
  });

  it(verifies('elicitation.url'), async () => {
    const url = 'https://sign-in.test/?next=%2F';
    const seen: ElicitationRequest[] = [];
    const elicit = (request: ElicitationRequest): Promise<ElicitationAnswer> => {
      seen.push(request);
      return Promise.resolve({ action: 'accept' });
    };
    await connect({ input: { elicit } });
    const params = { mode: 'url', message: 'Sign in', url, elicitationId: 'e1' };
    expect(await answerTo('elicitation/create', params)).toMatchObject({ result: { action: 'accept' } });
    expect(seen).toMatchObject([{ mode: 'url', message: 'Sign in', url }]);
  });

  it(verifies('elicitation.complete'), async () => {
    let done = false;
    const elicit = async (request: ElicitationRequest): Promise<ElicitationAnswer> => {
      if (request.mode === 'url') await request.completed;
      done = true;
      return { action: 'accept' };
    };
    await connect({ input: { elicit } });
    server.say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'unknown' } });
    await vi.waitFor(() => expect(log.join()).toContain('"unknown"'), PATIENCE);
    const answer = answerTo('elicitation/create', { mode: 'url', message: 'm', url: 'a:b', elicitationId: 'e1' });
    expect(done).toBe(false);
    server.say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    expect(await answer).toMatchObject({ result: { action: 'accept' } });
  });

  it(verifies('elicitation.url-required'), async () => {
    const actions: ('accept' | 'decline')[] = ['accept', 'decline'];
    const session = await connect({
      input: { elicit: () => Promise.resolve({ action: actions.shift() ?? 'cancel' }) },
    });
    const data = { elicitations: [{ mode: 'url', elicitationId: 'e', message: 'm', url: 'a:b' }] };
    let calls = 0;
    server.on('tools/call', () =>
      ++calls % 2 === 1 ? { error: { code: -32_042, message: 'first', data } } : { result: { content: [] } },
    );
    expect(await session.callTool(TOOL, {})).toMatchObject({ isError: false });
    expect(calls).toBe(2);
    // Declined: nothing is sent again.
    await expect(session.callTool(TOOL, {})).rejects.toMatchObject({ code: -32_042 });
    expect(calls).toBe(3);
  });

  it('stops the clock of a call while the user is being asked', async () => {
    const { promise, resolve } = withResolvers<ElicitationAnswer>();
    const elicit = (): Promise<ElicitationAnswer> => promise;
    const session = await connect({ input: { elicit } });
    const requestedSchema = { type: 'object', properties: {} };
    server.on('tools/call', () => {
      server.say({ id: 'q', method: 'elicitation/create', params: { message: 'm', requestedSchema } });
      return undefined;
    });
    const call = session.callTool(TOOL, {}, { timeoutMs: 100 });
    // Longer than the call may take: it would have ended.
    await new Promise((elapsed) => setTimeout(elapsed, 400));
    resolve({ action: 'accept' });
    server.say({ id: asked('tools/call')[0]?.id, result: { content: [] } });
    expect(await call).toMatchObject({ isError: false });
  });
});

describe('what a server can be asked', () => {
  it('has no mirroring headers, and its cancellations are sent', async () => {
    const httpEra = new HttpSessionEra();
    server.lists([]);
    await (await connect({ httpEra })).listTools();
    expect(server.heard.map(httpEra.requestHeaders)).toEqual([undefined, undefined, undefined]);
    expect(httpEra).toMatchObject({ sendsCancelNotification: true, hasSessions: true });
  });

  it(verifies('resources.read', 'and an entry without a name hides no other'), async () => {
    const session = await connect();
    server.on('resources/list', ({ params }) => ({
      result:
        params?.['cursor'] === undefined
          ? { resources: [{ uri: 'a:1', name: 'A', icons: [] }], nextCursor: '' }
          : { resources: [{ uri: 'a:2' }] },
    }));
    expect(await session.resources.list()).toEqual({
      resources: [{ uri: 'a:1', name: 'A', icons: [] }],
      rejected: [{ name: '#2', reason: 'It has no name.' }],
    });
    server.on('resources/templates/list', () => ({
      result: { resourceTemplates: [{ uriTemplate: 'a:{x}', name: 'T' }] },
    }));
    expect((await session.resources.templates()).templates).toEqual([{ uriTemplate: 'a:{x}', name: 'T' }]);
    server.on('resources/read', () => ({
      result: { contents: [{ uri: 'a:1', text: 'x' }, { uri: 'a:1', blob: 'AA==' }, 5] },
    }));
    expect(await session.resources.read('a:1')).toEqual([
      { uri: 'a:1', text: 'x' },
      { uri: 'a:1', blob: 'AA==' },
    ]);
    expect(log.join()).toContain('no resource and was left out');
  });

  it.each<[number, JsonObject | undefined, string]>([
    [-32_002, undefined, 'resource-not-found'],
    [-32_602, { uri: 'a:1' }, 'resource-not-found'],
    [-32_602, undefined, 'JsonRpcError'],
    [-32_001, undefined, 'JsonRpcError'],
  ])(verifies('resources.not-found', 'such as %i with data %j'), async (code, data, told) => {
    const session = await connect();
    server.on('resources/read', () => ({ error: { code, message: 'no', ...(data !== undefined && { data }) } }));
    const error: unknown = await session.resources.read('a:1').catch((failed: unknown) => failed);
    expect(error).toMatchObject(told === 'JsonRpcError' ? { name: told, code } : { code: told });
  });

  it(verifies('list-changed.all'), async () => {
    const session = await connect();
    const told: string[] = [];
    session.onToolsChanged(() => told.push('tools'));
    session.prompts.onChanged(() => told.push('prompts'));
    session.resources.onChanged(() => told.push('resources'));
    for (let at = 0; at < 50; at++) {
      for (const kind of ['prompts', 'resources', 'tools'])
        server.say({ method: `notifications/${kind}/list_changed` });
    }
    await vi.waitFor(() => expect(told).toEqual(['prompts', 'resources', 'tools']), PATIENCE);
  });

  it('is not asked for what it does not declare', async () => {
    server.on('initialize', () => ({ result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} } }));
    const session = await connect();
    expect(await session.resources.list()).toEqual({ resources: [], rejected: [] });
    expect(await session.prompts.list()).toEqual({ prompts: [], rejected: [] });
    const ref = { type: 'ref/prompt', name: 'p' } as const;
    expect(await session.complete({ ref, argument: { name: 'a', value: '' } })).toEqual({ values: [], hasMore: false });
    await session.logging.setLevel('debug');
    await expect(session.resources.subscribe('a:1')).rejects.toMatchObject({ code: 'not-supported' });
    expect(server.methods).toEqual(['initialize', 'notifications/initialized']);
    expect(log).toHaveLength(4);
  });

  it('is noted in the log where it sends what nothing has a use for', async () => {
    await connect();
    server.say({ method: 'notifications/novel', params: { a: 1 } });
    await vi.waitFor(() => expect(log.join()).toContain('notifications/novel'), PATIENCE);
    expect(log.join()).toContain('{"a":1}');
  });

  it(verifies('tools.structured-content', 'and a mismatch is said beside the content'), async () => {
    const outputSchema = { type: 'object' };
    const compiled: JsonObject[] = [];
    const session = await connect({
      compileValidator: (schema) => {
        compiled.push(schema);
        if (schema['type'] !== 'object') throw new Error('unknown dialect');
        return (value) => (JSON.stringify(value) === '{"ok":true}' ? undefined : 'it is not ok');
      },
    });
    server.lists([
      { name: 't', inputSchema: { type: 'object' }, outputSchema },
      { name: 'odd', inputSchema: { type: 'object' }, outputSchema: { type: 'odd' } },
    ]);
    await session.listTools();
    expect(compiled).toEqual([]);
    const content = [{ type: 'text', text: 'kept' }];
    const results: JsonObject[] = [
      { content, structuredContent: { ok: true } },
      { content, structuredContent: { ok: false } },
      { content },
      { content, isError: true },
    ];
    server.on('tools/call', () => ({ result: results.shift() ?? { content, structuredContent: 1 } }));
    expect(await session.callTool(TOOL, {})).toEqual({ content, structuredContent: { ok: true }, isError: false });
    expect(await session.callTool(TOOL, {})).toMatchObject({
      content,
      warnings: [{ code: 'output-unfit', message: expect.stringContaining('not ok') }],
    });
    expect(await session.callTool(TOOL, {})).toMatchObject({
      content,
      warnings: [{ code: 'output-missing', message: expect.stringContaining('gave none') }],
    });
    expect(await session.callTool(TOOL, {})).toEqual({ content, isError: true });
    const odd = await session.callTool(branded<RawToolName>('odd'), {});
    expect(odd).toMatchObject({
      content,
      structuredContent: 1,
      warnings: [{ code: 'output-unchecked', message: expect.stringContaining('unknown dialect') }],
    });
    expect(compiled).toHaveLength(2);
  });
});
