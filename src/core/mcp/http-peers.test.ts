import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { RawToolName, ToolResult } from '../../shared/tool.js';
import { startHttpServer } from '../http/http-server.test-kit.js';
import { McpClient } from './client.js';
import type { CallOptions, McpSession } from './session.js';
import { BuiltSample, ListeningServer } from './transports/built-sample.test-kit.js';
import type { HttpTransportOptions } from './transports/http-options.js';
import { RemoteHttpTransport } from './transports/remote-http.js';
import { WebSocketTransport } from './transports/websocket.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // children start slowly on a busy machine

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function connect(url: URL, options: Partial<HttpTransportOptions> = {}): Promise<McpSession & { log: string[] }> {
  const log: string[] = [];
  const onLog = (source: string, line: string): void => void log.push(`${source}: ${line}`);
  const transport =
    url.protocol === 'ws:' ? new WebSocketTransport({ url }) : new RemoteHttpTransport({ url, ...options });
  const session = await new McpClient('0.1.0').connect(transport, { onLog });
  cleanUp.push(() => session.close());
  return Object.assign(session, { log });
}

function call(session: McpSession, name: string, args = {}, options?: CallOptions): Promise<ToolResult> {
  return session.callTool(branded<RawToolName>(name), args, options);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const EVERYTHING = path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js');

describe.each([
  ['streamableHttp', '/mcp'],
  ['sse', '/sse'],
])('the official everything server over %s', (mode, where) => {
  it('lists, calls, reports progress, is cancelled and left', async () => {
    const port = await freePort();
    const env = { PORT: String(port) };
    const server = await ListeningServer.start(process.execPath, [EVERYTHING, mode], env, /listening|running on port/i);
    cleanUp.push(() => server.stop());
    const session = await connect(new URL(`http://127.0.0.1:${port}${where}`));
    expect(session.revision).toBe('2025-11-25');
    if (mode === 'sse') expect(session.log.join('\n')).toContain('the older transport HTTP+SSE');

    const { tools, rejected } = await session.listTools();
    expect(rejected).toEqual([]);
    expect(tools.map(({ name }) => String(name))).toContain('echo');
    expect(await call(session, 'echo', { message: '笔记' })).toMatchObject({ content: [{ text: 'Echo: 笔记' }] });
    expect((await call(session, 'get-tiny-image')).content.map(({ type }) => type)).toContain('image');

    const steps: number[] = [];
    const onProgress = ({ progress }: { progress: number }): void => void steps.push(progress);
    await call(session, 'trigger-long-running-operation', { duration: 0.2, steps: 4 }, { onProgress });
    expect(steps).toEqual([1, 2, 3, 4]);

    const controller = new AbortController();
    const long = call(
      session,
      'trigger-long-running-operation',
      { duration: 60, steps: 600 },
      {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      },
    );
    await expect(long).rejects.toMatchObject({ code: 'cancelled' });
    expect((await call(session, 'echo', { message: 'still here' })).isError).toBe(false);

    await session.close();
    expect(await session.closed).toMatchObject({ code: 'closed-by-host' });
  });
});

/** Keeps all events of the streams, as a server does that lets them be resumed. */
class Memory implements EventStore {
  readonly #events: { id: string; stream: string; message: JSONRPCMessage }[] = [];

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = `${stream}_${this.#events.length}`;
    this.#events.push({ id, stream, message });
    return Promise.resolve(id);
  }

  async replayEventsAfter(
    last: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const at = this.#events.findIndex(({ id }) => id === last);
    const stream = this.#events[at]?.stream ?? '';
    for (const event of this.#events.slice(at + 1)) {
      if (event.stream === stream) await send(event.id, event.message);
    }
    return stream;
  }
}

function officialServer(): McpServer {
  const server = new McpServer({ name: 'official', version: '1' }, { capabilities: { logging: {} } });
  server.registerTool('big', {}, () => ({ content: [{ type: 'text', text: 'x'.repeat(10_000_000) }] }));
  server.registerTool('ping-me', {}, async () => {
    await server.server.ping();
    await server.server.sendToolListChanged();
    return { content: [{ type: 'text', text: 'pong' }] };
  });
  server.registerTool('drop', {}, (extra) => {
    extra.closeSSEStream?.();
    return new Promise((resolve) => {
      setTimeout(() => resolve({ content: [{ type: 'text', text: 'after the drop' }] }), 50);
    });
  });
  return server;
}

describe('a server of the official SDK over Streamable HTTP', () => {
  it.each([
    ['JSON', { enableJsonResponse: true }],
    ['streams', {}],
    ['streams that can be resumed', { eventStore: new Memory(), retryInterval: 10 }],
  ])('with %s answers, asks and tells unasked; a forgotten session is told', async (_how, options) => {
    const transports = new Map<string, StreamableHTTPServerTransport>();
    const http = await startHttpServer(async (request, response) => {
      const id = request.headers['mcp-session-id'] as string | undefined;
      let transport = id === undefined ? undefined : transports.get(id);
      if (transport === undefined && id !== undefined) {
        response.writeHead(404).end();
        return;
      }
      if (transport === undefined) {
        transport = new StreamableHTTPServerTransport({
          ...options,
          sessionIdGenerator: () => randomUUID(),
          onsessioninitialized: (made) => void transports.set(made, transport as StreamableHTTPServerTransport),
        });
        await officialServer().connect(transport);
      }
      await transport.handleRequest(request, response);
    });
    cleanUp.push(() => http.close());
    const session = await connect(new URL(`${http.origin}/mcp`));
    const changed = new Promise<void>((resolve) => session.onToolsChanged(resolve));
    expect((await session.listTools()).tools).toHaveLength(3);
    const [big] = (await call(session, 'big')).content;
    expect(big).toMatchObject({ type: 'text', text: expect.toSatisfy((text: string) => text.length === 10_000_000) });
    expect(await call(session, 'ping-me')).toMatchObject({ content: [{ text: 'pong' }] });
    await changed;
    if ('eventStore' in options) {
      expect(await call(session, 'drop')).toMatchObject({ content: [{ text: 'after the drop' }] });
    }

    transports.clear();
    await expect(call(session, 'ping-me')).rejects.toMatchObject({ code: 'session-expired' });
    expect(await session.closed).toMatchObject({ code: 'session-expired' });
    const again = await connect(new URL(`${http.origin}/mcp`));
    expect(await call(again, 'ping-me')).toMatchObject({ content: [{ text: 'pong' }] });
  });
});

describe('the docs sample', () => {
  const built = { current: undefined as BuiltSample | undefined };
  afterEach(() => {
    built.current?.dispose();
  });

  it.each([[['--http', '0']], [['--http', '0', '--events']], [['--ws', '0']]])('answers with %j', async (args) => {
    built.current = new BuiltSample('docs');
    const server = await built.current.start(...args);
    cleanUp.push(() => server.stop());
    const session = await connect(server.url(args.includes('--ws') ? 'ws' : 'http'));
    expect(session.serverInfo.name).toBe('docs');
    expect((await session.listTools()).tools).toHaveLength(2);
    const found = await call(session, 'search', { query: '信任只读提示' });
    expect(JSON.stringify(found)).toContain('trusting-read-only-hints.md');
    const many = await Promise.all(
      Array.from({ length: 50 }, () => call(session, 'search', { query: 'policy order' })),
    );
    expect(many.every(({ isError }) => !isError)).toBe(true);
    await expect(call(session, 'gone')).rejects.toMatchObject({ code: -32_602 });
  });
});
