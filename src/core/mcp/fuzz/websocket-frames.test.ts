import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { sample, uint8Array } from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { branded } from '../../../shared/brand.js';
import type { RawToolName } from '../../../shared/tool.js';
import { McpClient } from '../client.js';
import type { McpSession } from '../session.js';
import { WebSocketTransport } from '../transports/websocket.js';
import { mutatedTexts, UnheardRejections } from './mutation.test-kit.js';

vi.setConfig({ testTimeout: 120_000 }); // on a busy machine

const FRAMES = 9_900;
const BROKEN = 100;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

/** A server that gives the arguments of each call back. */
async function listen(): Promise<{ readonly url: URL; readonly sockets: WebSocket[]; readonly carriers: Socket[] }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'mcp' });
  const sockets: WebSocket[] = [];
  const carriers: Socket[] = [];
  server.on('connection', (socket, request) => {
    sockets.push(socket);
    carriers.push(request.socket);
    socket.on('error', () => socket.terminate());
    socket.on('message', (data: Buffer) => {
      const { id, method, params } = JSON.parse(data.toString('utf8'));
      if (id === undefined || method === undefined) return;
      const text = JSON.stringify(params.arguments ?? {});
      const result =
        method === 'initialize'
          ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} }
          : { content: [{ type: 'text', text }] };
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await once(server, 'listening');
  cleanUp.push(() => {
    for (const socket of sockets) socket.terminate();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`), sockets, carriers };
}

async function connect(url: URL): Promise<McpSession> {
  const session = await new McpClient('0').connect(
    new WebSocketTransport({ url, env: {}, maxMessageBytes: 65_536 * 4 }),
  );
  cleanUp.push(() => session.close());
  return session;
}

async function expectSentinel(session: McpSession): Promise<void> {
  const { content } = await session.callTool(branded<RawToolName>('echo'), { still: 'there' });
  expect(content).toEqual([{ type: 'text', text: '{"still":"there"}' }]);
}

it(`${FRAMES} mutated messages and ${BROKEN} broken frames do no harm, and the next call is answered`, async () => {
  const rejections = new UnheardRejections();
  const { url, sockets, carriers } = await listen();
  const session = await connect(url);
  const socket = sockets[0];
  if (socket === undefined) throw new Error('nobody connected');
  for (const [at, text] of mutatedTexts(FRAMES, 13).entries()) {
    if (at % 50 === 49) socket.send(Buffer.from(text));
    else if (at % 50 === 24) socket.ping(text.slice(0, 20));
    else socket.send(text);
    if (at % 100 === 99) await turn();
  }
  await expectSentinel(session);
  const bytes = sample(uint8Array({ minLength: 2, maxLength: 40 }), { numRuns: BROKEN, seed: 17 });
  for (const frame of bytes) {
    const other = await connect(url);
    const carrier = carriers.at(-1);
    carrier?.write(frame);
    // What was half a frame ends with the connection.
    carrier?.end();
    expect(await other.closed).toMatchObject({ code: 'transport-error' });
    await expect(other.ping()).rejects.toMatchObject({ code: 'connection-closed' });
  }
  await expectSentinel(session);
  rejections.stop();
  expect(rejections.reasons).toEqual([]);
});
