import { beforeEach, describe, expect, it, vi } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { JsonRpcRequest } from '../../shared/json-rpc.js';
import type { JsonObject } from '../../shared/json.js';
import type { RawToolName } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import { McpClient } from './client.js';
import { verifies } from './protocol-requirements.test-kit.js';
import { SchemaCheck } from './schema-check.test-kit.js';
import { ScriptedServer } from './scripted-server.test-kit.js';
import type { McpSession } from './session.js';
import type { Transport } from './transport.js';
import { linkedPair } from './transports/linked-pair.js';
import { PATIENCE } from '../../patience.test-kit.js';

const TOOL = branded<RawToolName>('t');
const FORM = {
  method: 'elicitation/create',
  params: { message: 'm', requestedSchema: { type: 'object', properties: {} } },
};
const DONE = { content: [{ type: 'text', text: 'done' }] };
let server: ScriptedServer;
let session: McpSession;
let questions: number;
/** So many requests for the state of a task do not get through. */
let failingPolls: number;

function asked(method: string): JsonRpcRequest[] {
  return server.heard.filter((message): message is JsonRpcRequest => 'method' in message && message.method === method);
}

/** Answers the polls with these states, the last one for ever. */
function states(base: JsonObject, ...more: JsonObject[]): void {
  let at = 0;
  server.on('tasks/get', () => ({ result: { ...base, ...more[Math.min(at++, more.length - 1)] } }));
}

async function meet(era: 'modern' | 'legacy'): Promise<void> {
  const [near, far] = linkedPair();
  failingPolls = 0;
  const transport: Transport = {
    start: (receiver) => near.start(receiver),
    send: (message) => {
      const fails = 'method' in message && message.method === 'tasks/get' && failingPolls-- > 0;
      return fails ? Promise.reject(new GatehouseError('unreachable', 'No way there.')) : near.send(message);
    },
    close: () => near.close(),
  };
  const capabilities: JsonObject = { tools: {}, tasks: { requests: { tools: { call: {} } }, cancel: {} } };
  server = new ScriptedServer(far, capabilities);
  server.on('server/discover', () => ({
    result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
  }));
  questions = 0;
  const elicit = (): Promise<{ action: 'accept' }> => {
    questions++;
    return Promise.resolve({ action: 'accept' });
  };
  session = await new McpClient('0').connect(transport, { era, input: { elicit } });
}

describe('a task of the extension', () => {
  const base = {
    resultType: 'complete',
    taskId: 'x',
    createdAt: '',
    lastUpdatedAt: '',
    ttlMs: null,
    pollIntervalMs: 50,
  };

  beforeEach(async () => {
    await meet('modern');
    server.on('tools/call', () => ({ result: { ...base, resultType: 'task', status: 'working' } }));
    server.on('tasks/cancel', () => ({ result: { resultType: 'complete' } }));
  });

  it(verifies('tasks-extension.declared'), async () => {
    states(base, { status: 'working', statusMessage: 'half' }, { status: 'completed', result: DONE });
    const seen: string[] = [];
    const steps: unknown[] = [];
    const result = await session.callTool(
      TOOL,
      {},
      { onTask: ({ status }) => seen.push(status), onProgress: (step) => steps.push(step) },
    );
    expect(result).toEqual({ ...DONE, isError: false });
    expect(seen).toEqual(['working', 'working', 'completed']);
    expect(steps).toEqual([{ progress: 1, message: 'half' }]);
    expect(new SchemaCheck('2026-07-28').problems(server.heard)).toEqual([]);
  });

  it(verifies('tasks-extension.input-once'), async () => {
    const open = { status: 'input_required', inputRequests: { q: FORM } };
    server.on('tasks/update', () => ({ result: { resultType: 'complete' } }));
    states(base, open, open, { status: 'completed', result: DONE });
    await session.callTool(TOOL, {});
    expect(questions).toBe(1);
    expect(asked('tasks/update').map(({ params }) => params)).toMatchObject([
      { taskId: 'x', inputResponses: { q: { action: 'accept', content: {} } } },
    ]);
  });

  it(verifies('tasks-extension.cancel'), async () => {
    states(base, { status: 'working' });
    const controller = new AbortController();
    const calling = session.callTool(TOOL, {}, { signal: controller.signal, onTask: () => controller.abort() });
    await expect(calling).rejects.toMatchObject({ code: 'cancelled' });
    expect(asked('tasks/cancel')).toHaveLength(1);
    expect(server.methods).not.toContain('notifications/cancelled');
  });

  it(verifies('tasks-extension.failed'), async () => {
    states(base, { status: 'failed', error: { code: -32_603, message: 'rate limit', data: 5 } });
    await expect(session.callTool(TOOL, {})).rejects.toMatchObject({ code: -32_603, message: 'rate limit', data: 5 });
    states(base, { status: 'cancelled', statusMessage: 'by admin' });
    await expect(session.callTool(TOOL, {})).rejects.toMatchObject({ code: 'cancelled', message: /by admin/ });
  });

  it('can be looked at and waited for by its id', async () => {
    states(base, { status: 'working' }, { status: 'completed', result: DONE });
    expect(await session.tasks.get('x')).toEqual({ taskId: 'x', status: 'working', pollMs: 50 });
    expect(await session.tasks.resume('x')).toEqual({ ...DONE, isError: false });
  });

  it('is given up after the hard maximum', async () => {
    states(base, { status: 'working' });
    await expect(session.callTool(TOOL, {}, { maxTotalMs: 120 })).rejects.toMatchObject({ code: 'timeout' });
    expect(asked('tasks/cancel')).toHaveLength(1);
  });

  it.each([
    ['goes on where the server could not be asked for it twice', 2, { content: DONE.content }, 0],
    ['is cancelled where the server can never be asked for it again', Infinity, { code: 'unreachable' }, 1],
  ])('%s', async (_what, failures, outcome, cancelled) => {
    states(base, { status: 'completed', result: DONE });
    failingPolls = failures;
    expect(await session.callTool(TOOL, {}).catch((error: unknown) => error)).toMatchObject(outcome);
    expect(asked('tasks/cancel')).toHaveLength(cancelled);
  });
});

describe('a task of the revision with a handshake', () => {
  const base = { taskId: 'x', createdAt: '', lastUpdatedAt: '', ttl: null, pollInterval: 50 };

  beforeEach(async () => {
    await meet('legacy');
    server.lists([
      { name: 't', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } },
      { name: 'u', inputSchema: { type: 'object' }, execution: { taskSupport: 'optional' } },
    ]);
    server.on('tools/call', ({ params }) => ({
      result: params?.['task'] === undefined ? DONE : { task: { ...base, status: 'working' } },
    }));
    server.on('tasks/result', () => ({ result: DONE }));
    server.on('tasks/cancel', () => ({ result: { ...base, status: 'cancelled' } }));
    await session.listTools();
  });

  it(verifies('tasks.required', 'and one that can be called directly is'), async () => {
    states(base, { status: 'working' }, { status: 'completed' });
    expect(await session.callTool(TOOL, {})).toMatchObject(DONE);
    expect(await session.callTool(branded<RawToolName>('u'), {})).toMatchObject(DONE);
    expect(asked('tools/call').map(({ params }) => params?.['task'])).toEqual([{}, undefined]);
    expect(new SchemaCheck('2025-11-25').problems(server.heard)).toEqual([]);
  });

  it('has one hard maximum, which also ends the wait for its result', async () => {
    states(base, { status: 'input_required' });
    server.on('tasks/result', () => undefined);
    await expect(session.callTool(TOOL, {}, { maxTotalMs: 200 })).rejects.toMatchObject({ code: 'timeout' });
    await vi.waitFor(() => expect(asked('tasks/cancel')).toHaveLength(1), PATIENCE);
  });

  it(verifies('tasks.input'), async () => {
    states(base, { status: 'input_required' });
    server.on('tasks/result', ({ id }) => {
      server.say({ id: 'q1', ...FORM });
      void vi.waitFor(() => expect(questions).toBe(1), PATIENCE).then(() => server.say({ id, result: DONE }));
      return undefined;
    });
    expect(await session.callTool(TOOL, {})).toMatchObject(DONE);
    expect(server.heard).toContainEqual({ jsonrpc: '2.0', id: 'q1', result: { action: 'accept', content: {} } });
  });

  it(verifies('tasks.cancel', 'also while its result is waited for'), async () => {
    states(base, { status: 'input_required' });
    const controller = new AbortController();
    server.on('tasks/result', () => {
      controller.abort();
      return undefined;
    });
    await expect(session.callTool(TOOL, {}, { signal: controller.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(asked('tasks/cancel')).toHaveLength(1);
  });
});
