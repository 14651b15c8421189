import type { ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { JsonRpcRequest } from '../../../shared/json-rpc.js';
import type { JsonObject } from '../../../shared/json.js';
import type { RawToolName } from '../../../shared/tool.js';
import { startHttpServer } from '../../http/http-server.test-kit.js';
import { McpClient } from '../client.js';
import type { McpSession } from '../session.js';
import { event, events, json, scripted } from '../transports/scripted-http.test-kit.js';
import { StreamableHttpTransport } from '../transports/streamable-http.js';
import { mutatedTexts, UnheardRejections } from './mutation.test-kit.js';

vi.setConfig({ testTimeout: 120_000 }); // on a busy machine

const BODIES = 10_000;
const EVENTS = 20_000;
const EVENTS_EACH = 200;
const IN_FLIGHT = 32;

const cleanUp: (() => Promise<void>)[] = [];
let rejections: UnheardRejections;
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
  rejections.stop();
  expect(rejections.reasons).toEqual([]);
});

/** A session with a server that answers a call of `fuzz` as given, and any other with its arguments. */
async function connect(answer: (response: ServerResponse, message: JsonRpcRequest) => void): Promise<McpSession> {
  rejections = new UnheardRejections();
  const server = await startHttpServer(
    scripted({
      initialize: (response, { id }) => {
        const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} };
        json(response, { jsonrpc: '2.0', id, result });
      },
      'tools/call': (response, message) => {
        const { name, arguments: args } = message.params ?? {};
        if (name === 'fuzz') answer(response, message);
        else json(response, echoed(message.id, args as JsonObject));
      },
    }),
  );
  cleanUp.push(() => server.close());
  const transport = new StreamableHttpTransport({
    url: new URL(`${server.origin}/mcp`),
    env: {},
    maxMessageBytes: 65_536,
  });
  const session = await new McpClient('0').connect(transport);
  cleanUp.push(() => session.close());
  return session;
}

function echoed(id: unknown, args: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id: id as number, result: { content: [{ type: 'text', text: JSON.stringify(args) }] } };
}

/** Calls `fuzz` so often, some at a time; each call settles in whatever way. */
async function callMany(session: McpSession, count: number): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await session.callTool(branded<RawToolName>('fuzz'), {}).catch(() => {});
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

async function expectSentinel(session: McpSession): Promise<void> {
  const { content } = await session.callTool(branded<RawToolName>('echo'), { still: 'there' });
  expect(content).toEqual([{ type: 'text', text: '{"still":"there"}' }]);
}

it(`${BODIES} mutated JSON bodies do no harm, and the next call is answered`, async () => {
  const answers = ['@ID@', '"@ID@"'].flatMap((id) => [
    `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"😀"}],"structuredContent":{"a":1}}}`,
    `[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}},{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}]`,
    `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"no","data":{"x":1}}}`,
  ]);
  const bodies = mutatedTexts(BODIES, 7, answers);
  const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', 'text/html', ''];
  let turn = 0;
  const session = await connect((response, { id }) => {
    const at = turn++;
    const body = (bodies[at] ?? '').replaceAll('@ID@', String(id));
    const type = at % 20 === 0 ? types[(at / 20) % types.length] : types[0];
    response.writeHead(at % 50 === 49 ? 500 : 200, type === '' ? {} : { 'content-type': type }).end(body);
  });
  await callMany(session, BODIES);
  expect(turn).toBe(BODIES);
  await expectSentinel(session);
});

it(`${EVENTS} mutated events do no harm, and every 10,000 a call is answered`, async () => {
  const lines = [
    'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\n',
    'id: 7\ndata: {"jsonrpc":"2.0",\ndata: "method":"notifications/tools/list_changed"}\n\n',
    'data: {"jsonrpc":"2.0","id":"ask","method":"ping"}\r\n\r\n',
    'data: {"jsonrpc":"2.0","id":900001,"result":{}}\n\n',
    ': a comment\n\n',
    'event: endpoint\ndata: /elsewhere\n\n',
    'retry: 10\nid: 1\ndata:\n\n',
  ];
  const all = mutatedTexts(EVENTS, 11, lines);
  let turn = 0;
  const session = await connect((response, message) => {
    const at = turn;
    turn += EVENTS_EACH;
    events(response).write(all.slice(at, at + EVENTS_EACH).join(''));
    response.end(`\n\n${event(echoed(message.id, {}))}`);
  });
  for (let at = 0; at < 2; at++) {
    await callMany(session, EVENTS / EVENTS_EACH / 2);
    await expectSentinel(session);
  }
  expect(turn).toBe(EVENTS);
});
