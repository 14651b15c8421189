import { afterEach, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { RawToolName } from '../../shared/tool.js';
import { McpClient } from './client.js';
import type { McpSession } from './session.js';
import { StdioTransport } from './transports/stdio.js';

/** A server made with the official SDK: what it takes for right is not what we made up. */
const SERVER = `
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
const server = new Server(
  { name: 'official', version: '1.2.3', title: 'Official' },
  { capabilities: { tools: { listChanged: true } }, instructions: 'Be kind.' },
);
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [{ name: 'greet', description: 'Greets.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }, { sendNotification, signal }) => {
  if (params.name === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve));
  const { progressToken } = params._meta;
  await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } });
  await server.sendToolListChanged();
  await server.ping();
  return { content: [{ type: 'text', text: 'Hello ' + params.arguments.name }], structuredContent: { ok: true } };
});
await server.connect(new StdioServerTransport());
`;

let session: McpSession | undefined;
afterEach(() => session?.close());

it('speaks with a server of the official SDK: list, call, progress, ping, change and cancel', async () => {
  const transport = new StdioTransport({
    command: process.execPath,
    args: ['--input-type=module', '--eval', SERVER],
    env: { PATH: process.env['PATH'] ?? '' },
    // The server's imports are looked for from here.
    cwd: process.cwd(),
  });
  session = await new McpClient('0.1.0').connect(transport);
  expect(session).toMatchObject({
    revision: '2025-11-25',
    serverInfo: { name: 'official', version: '1.2.3', title: 'Official' },
    instructions: 'Be kind.',
  });
  const greet = branded<RawToolName>('greet');
  const { tools, rejected } = await session.listTools();
  expect(rejected).toEqual([]);
  expect(tools).toEqual([
    { name: greet, description: 'Greets.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  ]);

  const steps: unknown[] = [];
  const live = session;
  const changed = new Promise<void>((resolve) => live.onToolsChanged(resolve));
  const result = await session.callTool(greet, { name: '笔记' }, { onProgress: (step) => steps.push(step) });
  expect(result).toEqual({
    content: [{ type: 'text', text: 'Hello 笔记' }],
    structuredContent: { ok: true },
    isError: false,
  });
  expect(steps).toEqual([{ progress: 1, total: 2 }]);
  await changed;

  const controller = new AbortController();
  const waiting = session.callTool(branded<RawToolName>('wait'), {}, { signal: controller.signal });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  expect((await session.callTool(greet, { name: 'x' })).isError).toBe(false);

  await session.close();
  expect(await session.closed).toMatchObject({ code: 'closed-by-host' });
});
