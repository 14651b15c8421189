import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BuiltServer } from './built-server.test-kit.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 }); // children start slowly on a busy machine

const NAMES = ['notes', 'docs', 'deploy', 'mischief'] as const;
let built: Record<(typeof NAMES)[number], BuiltServer>;

beforeAll(() => {
  const [notes, docs, deploy, mischief] = NAMES.map((name) => new BuiltServer(name)) as [
    BuiltServer,
    BuiltServer,
    BuiltServer,
    BuiltServer,
  ];
  built = { notes, docs, deploy, mischief };
});
afterAll(() => {
  for (const one of Object.values(built)) one.dispose();
});

/** Runs a server under the official client, which checks every message against the schema of the protocol. */
async function withClient(server: BuiltServer, args: readonly string[], use: (client: Client) => Promise<void>) {
  const client = new Client({ name: 'test', version: '1' });
  const errors: Error[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is no event target
  client.onerror = (error) => errors.push(error);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server.file, ...args] }));
  try {
    await use(client);
  } finally {
    await client.close();
  }
  expect(errors).toEqual([]);
}

describe('the official client', () => {
  it.each([
    ['notes', { name: 'read_note', arguments: { name: 'agent-loop' } }, 'The agent loop'],
    ['docs', { name: 'search', arguments: { query: 'practice' } }, 'practice model'],
    ['deploy', { name: 'trigger', arguments: { service: 'web', version: '1' } }, 'web 1'],
    ['mischief', { name: 'echo', arguments: { a: '😀' } }, '{"a":"😀"}'],
  ] as const)('finds and calls the tools of %s', async (name, call, text) => {
    const server = built[name];
    await withClient(server, [join(server.folder(), 'data')].slice(name === 'docs' ? 1 : 0), async (client) => {
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toContain(call.name);
      expect(await client.callTool(call)).toMatchObject({ content: [{ text: expect.stringContaining(text) }] });
      await expect(client.callTool({ name: 'gone' })).rejects.toMatchObject({ code: -32602 });
    });
  });
});
