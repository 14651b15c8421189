import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonRpcRequest } from '../../shared/json-rpc.js';
import type { JsonObject } from '../../shared/json.js';
import { McpClient } from './client.js';
import { verifies } from './protocol-requirements.test-kit.js';
import { SchemaCheck } from './schema-check.test-kit.js';
import { ScriptedServer } from './scripted-server.test-kit.js';
import type { McpSession } from './session.js';
import { linkedPair } from './transports/linked-pair.js';
import type { LinkedTransport } from './transports/linked-pair.js';
import { PATIENCE } from '../../patience.test-kit.js';

const ID = 'io.modelcontextprotocol/subscriptionId';
let near: LinkedTransport;
let server: ScriptedServer;
let log: string[];
let session: McpSession;

beforeEach(async () => {
  const [one, other] = linkedPair();
  near = one;
  server = new ScriptedServer(other);
  log = [];
  server.on('server/discover', () => ({
    result: {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: { listChanged: true, subscribe: true } },
    },
  }));
  server.on('subscriptions/listen', () => undefined);
  session = await new McpClient('0').connect(near, { era: 'modern', onLog: (_source, text) => log.push(text) });
  await vi.waitFor(() => expect(listens()).toHaveLength(1), PATIENCE);
});

afterEach(async () => {
  await near.close();
  expect(new SchemaCheck('2026-07-28').problems(server.heard)).toEqual([]);
});

function listens(): JsonRpcRequest[] {
  return server.heard.filter(
    (message): message is JsonRpcRequest => 'method' in message && message.method === 'subscriptions/listen',
  );
}

function acknowledge(at: number, notifications: JsonObject): void {
  const params = { notifications, _meta: { [ID]: listens()[at]?.id } };
  server.say({ method: 'notifications/subscriptions/acknowledged', params });
}

describe('the subscription of a modern session', () => {
  it(verifies('listen.filter'), async () => {
    expect(listens()[0]?.params?.['notifications']).toEqual({ toolsListChanged: true, resourcesListChanged: true });
    await session.resources.subscribe('a:1');
    await vi.waitFor(() => expect(server.methods.at(-1)).toBe('notifications/cancelled'), PATIENCE);
    expect(listens()[1]?.params?.['notifications']).toEqual({
      toolsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ['a:1'],
    });
    // The new one is opened before the old one ends, so that nothing falls between them.
    expect(server.heard.at(-1)).toMatchObject({ params: { requestId: listens()[0]?.id } });
    await session.resources.unsubscribe('a:1');
    await vi.waitFor(() => expect(listens()).toHaveLength(3), PATIENCE);
    expect(listens()[2]?.params?.['notifications']).not.toHaveProperty('resourceSubscriptions');
  });

  it(verifies('listen.acknowledged'), async () => {
    await session.resources.subscribe('a:1');
    await vi.waitFor(() => expect(listens()).toHaveLength(2), PATIENCE);
    acknowledge(1, { toolsListChanged: true });
    await vi.waitFor(() => expect(log.join()).toContain('resourcesListChanged, a:1'), PATIENCE);
  });

  it('is closed when nothing of it is acknowledged', async () => {
    acknowledge(0, {});
    await vi.waitFor(() => expect(server.heard.at(-1)).toMatchObject({ method: 'notifications/cancelled' }), PATIENCE);
    expect(log.join()).toContain('toolsListChanged');
  });

  it(verifies('listen.demultiplex'), async () => {
    const updated: string[] = [];
    session.resources.onUpdated((uri) => updated.push(uri));
    const own = { [ID]: String(listens()[0]?.id) };
    const method = 'notifications/resources/updated';
    server.say({ method, params: { uri: 'a:foreign', _meta: { [ID]: 'other' } } });
    server.say({ method, params: { uri: 'a:own', _meta: own } });
    server.say({ method, params: { uri: 'a:none' } });
    server.say({ method, params: { _meta: own } });
    await vi.waitFor(() => expect(updated).toEqual(['a:own', 'a:none']), PATIENCE);
    await vi.waitFor(() => expect(log).toHaveLength(3), PATIENCE);
    expect(log.join()).toMatch(/not open.*without saying for which.*not which/s);
  });

  it(verifies('listen.again'), async () => {
    acknowledge(0, { toolsListChanged: true, resourcesListChanged: true });
    const changed = new Promise<void>((resolve) => session.onToolsChanged(resolve));
    server.say({ id: listens()[0]?.id, result: { resultType: 'complete', _meta: { [ID]: listens()[0]?.id } } });
    await vi.waitFor(() => expect(listens()).toHaveLength(2), 10_000);
    // What changed in between was not heard, so everything may have.
    await changed;
    expect(log.join()).toContain('asked for again');
  });

  it('is not opened again when the connection has ended', async () => {
    await session.close();
    await session.closed;
    expect(listens()).toHaveLength(1);
    expect(log).toEqual([]);
  });
});
