import { beforeEach, describe, expect, it, vi } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { RawToolName } from '../../shared/tool.js';
import { parseMessages } from '../jsonrpc/json-rpc-message.js';
import { McpClient } from './client.js';
import { verifies } from './protocol-requirements.test-kit.js';
import { ScriptedServer } from './scripted-server.test-kit.js';
import { linkedPair } from './transports/linked-pair.js';
import type { LinkedTransport } from './transports/linked-pair.js';
import { PATIENCE } from '../../patience.test-kit.js';

const client = new McpClient('0.1.0');
const ECHO = branded<RawToolName>('echo');
let near: LinkedTransport;
let far: LinkedTransport;
let server: ScriptedServer;

beforeEach(() => {
  [near, far] = linkedPair();
  server = new ScriptedServer(far);
});

function answersWith(protocolVersion: string): void {
  server.on('initialize', () => ({ result: { protocolVersion, capabilities: {}, serverInfo: {} } }));
}

describe('the handshake', () => {
  it(verifies('lifecycle.initialize-first'), async () => {
    const phases: string[] = [];
    const session = await client.connect(near, { onPhase: (phase) => phases.push(phase) });
    expect(server.heard[0]).toMatchObject({
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'gatehouse', title: 'Gatehouse', version: '0.1.0' },
      },
    });
    expect(phases).toEqual(['spawning', 'handshake']);
    expect(session).toMatchObject({ revision: '2025-11-25', serverInfo: { name: 'scripted', version: '1' } });
  });

  it(verifies('lifecycle.initialized'), async () => {
    server.lists([]);
    const session = await client.connect(near);
    await session.listTools();
    expect(server.methods).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
  });

  it.each(['2025-06-18', '2025-03-26', '2024-11-05'])(
    verifies('lifecycle.older-revision', 'such as %s'),
    async (revision) => {
      answersWith(revision);
      expect((await client.connect(near)).revision).toBe(revision);
    },
  );

  it(verifies('lifecycle.unknown-revision'), async () => {
    answersWith('1999-01-01');
    await expect(client.connect(near)).rejects.toMatchObject({
      code: 'unsupported-revision',
      message: expect.stringContaining('"1999-01-01"'),
    });
    expect(server.methods).toEqual(['initialize']);
    expect(server.reason).toBeDefined();
  });

  it('asks again for a revision that a refusal offers', async () => {
    const refusal = { code: -32602, message: 'Unsupported protocol version', data: { supported: ['2024-11-05'] } };
    server.on('initialize', ({ params }) =>
      params?.['protocolVersion'] === '2024-11-05'
        ? { result: { protocolVersion: '2024-11-05', capabilities: {}, serverInfo: {} } }
        : { error: refusal },
    );
    expect((await client.connect(near)).revision).toBe('2024-11-05');
  });

  it('says what the server said when it refuses, and closes', async () => {
    server.on('initialize', () => ({ error: { code: -32000, message: 'no seats left' } }));
    await expect(client.connect(near)).rejects.toMatchObject({
      code: 'handshake-refused',
      message: expect.stringContaining('no seats left'),
    });
    expect(server.reason).toBeDefined();
  });

  it(verifies('cancel.not-initialize', 'the connection is closed instead'), async () => {
    server.on('initialize', () => undefined);
    const controller = new AbortController();
    const connecting = client.connect(near, { signal: controller.signal });
    await vi.waitFor(() => expect(server.methods).toEqual(['initialize']), PATIENCE);
    controller.abort();
    await expect(connecting).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.methods).toEqual(['initialize']);
    expect(server.reason).toBeDefined();
  });

  it('does not begin when it was cancelled before', async () => {
    await expect(client.connect(near, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.heard).toEqual([]);
  });

  it('tells how the server ended and what it printed where messages belong', async () => {
    server.on('initialize', () => {
      near.say('stdout', 'Listening on port 3000');
      far.drop('The server exited with code 1. It last said: boom');
      return undefined;
    });
    await expect(client.connect(near)).rejects.toMatchObject({
      code: 'exited',
      message: expect.stringMatching(/code 1.*boom.*1 line on standard output.*Listening on port 3000/),
    });
  });
});

describe('a session', () => {
  it(verifies('lifecycle.negotiated-only', 'so a server without tools is not asked for any'), async () => {
    answersWith('2025-11-25');
    const log: string[] = [];
    const session = await client.connect(near, { onLog: (_source, text) => log.push(text) });
    expect(await session.listTools()).toEqual({ tools: [], rejected: [] });
    expect(server.methods).not.toContain('tools/list');
    expect(log.join()).toContain('declares no tools');
  });

  it(verifies('ping.answer', 'also during the handshake'), async () => {
    server.on('initialize', ({ id }) => {
      server.say({ id: 'early', method: 'ping' });
      server.say({ id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} } });
      return undefined;
    });
    await client.connect(near);
    server.say({ id: 7, method: 'ping' });
    const answers = [
      expect.objectContaining({ id: 'early', result: {} }),
      expect.objectContaining({ id: 7, result: {} }),
    ];
    await vi.waitFor(() => expect(server.heard).toEqual(expect.arrayContaining(answers)), PATIENCE);
  });

  it(verifies('batch.accept'), () => {
    const one = { jsonrpc: '2.0', id: 1, result: {} };
    const two = { jsonrpc: '2.0', id: 2, error: { code: -1, message: 'm' } };
    expect(parseMessages(JSON.stringify([one, two]))).toEqual([one, two]);
  });

  it('refuses what a server may not ask, because nothing of it was declared', async () => {
    await client.connect(near);
    server.say({ id: 1, method: 'sampling/createMessage', params: {} });
    await vi.waitFor(() => expect(server.heard.at(-1)).toMatchObject({ id: 1, error: { code: -32601 } }), PATIENCE);
  });

  it(verifies('tools.is-error'), async () => {
    server.on('tools/call', ({ params }) =>
      params?.['name'] === 'echo'
        ? { result: { content: [{ type: 'text', text: 'disk full' }], isError: true } }
        : { error: { code: -32602, message: 'Unknown tool' } },
    );
    const session = await client.connect(near);
    expect(await session.callTool(ECHO, {})).toEqual({ content: [{ type: 'text', text: 'disk full' }], isError: true });
    await expect(session.callTool(branded('other'), {})).rejects.toMatchObject({
      name: 'JsonRpcError',
      code: -32602,
      message: 'Unknown tool',
    });
  });

  it('sends the arguments as they are, and a progress token with every call', async () => {
    server.on('tools/call', () => ({ result: { content: [] } }));
    const session = await client.connect(near);
    const args = { a: '', b: 'x', n: null, e: '😀', q: '"\\' };
    await session.callTool(ECHO, args);
    expect(server.heard.at(-1)).toMatchObject({
      method: 'tools/call',
      params: { name: 'echo', arguments: args, _meta: { progressToken: expect.any(Number) } },
    });
  });

  it('tells a burst of changes once', async () => {
    const session = await client.connect(near);
    const listener = vi.fn();
    session.onToolsChanged(listener);
    for (let at = 0; at < 100; at++) server.say({ method: 'notifications/tools/list_changed' });
    await vi.waitFor(() => expect(listener).toHaveBeenCalled(), PATIENCE);
    server.say({ method: 'notifications/tools/list_changed' });
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2), PATIENCE);
  });

  it('hands on what the server logs by a message', async () => {
    const log: string[] = [];
    await client.connect(near, { onLog: (source, text) => log.push(`${source}: ${text}`) });
    server.say({ method: 'notifications/message', params: { level: 'warning', logger: 'db', data: { slow: true } } });
    await vi.waitFor(() => expect(log).toEqual(['host: The server logged (warning db): {"slow":true}']), PATIENCE);
  });

  it('ends once: what waits is told why, closing again is nothing new', async () => {
    const session = await client.connect(near);
    const call = session.callTool(ECHO, {});
    far.drop('The server exited with code 3.');
    await expect(call).rejects.toMatchObject({ code: 'connection-closed', message: 'The server exited with code 3.' });
    expect(await session.closed).toEqual({ code: 'exited', message: 'The server exited with code 3.' });
    await session.close();
    await session.close();
    expect(await session.closed).toMatchObject({ code: 'exited' });
    await expect(session.listTools()).rejects.toMatchObject({ code: 'connection-closed' });
  });
});
