import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Ajv } from 'ajv';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { RawToolName } from '../../shared/tool.js';
import { McpClient } from './client.js';
import type { ConnectOptions } from './client.js';
import type { CompileValidator } from './output-check.js';
import { RecordedTransport, SchemaCheck } from './schema-check.test-kit.js';
import type { McpSession } from './session.js';
import { StdioTransport } from './transports/stdio.js';

/** A server of 2026-07-28, made with the official SDK. */
const MODERN = `
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
serveStdio(() => {
  const server = new McpServer({ name: 'modern', version: '1.0.0' }, {
    capabilities: { tools: { listChanged: true }, logging: {}, resources: { listChanged: true, subscribe: true } },
    instructions: 'Be kind.',
  });
  server.registerTool('greet', {
    description: 'Greets.',
    inputSchema: z.object({ name: z.string() }),
    outputSchema: z.object({ greeting: z.string() }),
  }, async ({ name }, ctx) => {
    await ctx.mcpReq.log?.('info', 'greeting ' + name);
    return { content: [{ type: 'text', text: 'Hello ' + name }], structuredContent: { greeting: 'Hello ' + name } };
  });
  server.registerTool('change', { inputSchema: z.object({}) }, async () => {
    server.registerTool('new-' + Math.random(), { inputSchema: z.object({}) }, async () => ({ content: [] }));
    return { content: [] };
  });
  server.registerResource('note', 'note://1', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, text: 'a note' }],
  }));
  server.registerPrompt('hi', { argsSchema: z.object({ who: z.string() }) }, ({ who }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Say hi to ' + who } }],
  }));
  return server;
}, { legacy: process.argv[1] === 'modern-only' ? 'reject' : 'serve' });
`;

const require = createRequire(import.meta.url);
const compileValidator: CompileValidator = (schema) => {
  const isOld = JSON.stringify(schema['$schema'] ?? '').includes('draft-07');
  const validate = (isOld ? new Ajv({ strict: false }) : new Ajv2020({ strict: false })).compile(schema);
  return (value) => (validate(value) ? undefined : 'it does not fit');
};

let session: McpSession | undefined;
let folder: string | undefined;
afterEach(async () => {
  await session?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function start(
  args: string[],
  options: ConnectOptions,
  env: Record<string, string> = {},
): Promise<RecordedTransport> {
  const transport = new RecordedTransport(
    new StdioTransport({
      command: process.execPath,
      args,
      env: { PATH: process.env['PATH'] ?? '', ...env },
      // The imports of a server that is given as text are looked for from here.
      cwd: process.cwd(),
    }),
  );
  session = await new McpClient('0.1.0').connect(transport, { era: 'auto', compileValidator, ...options });
  return transport;
}

function bin(name: string): string {
  return path.join(path.dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist/index.js');
}

describe('a server of 2026-07-28 of the official SDK', () => {
  it('is met by the probe alone, and speaks all that it has', async () => {
    const log: string[] = [];
    const onLog = (_source: string, text: string): void => void log.push(text);
    const transport = await start(['--input-type=module', '--eval', MODERN], { onLog });
    expect(session).toMatchObject({ era: 'modern', revision: '2026-07-28', serverInfo: { name: 'modern' } });
    expect(session?.instructions).toBe('Be kind.');
    const greet = branded<RawToolName>('greet');
    expect((await session?.listTools())?.tools.map(({ name }) => name)).toEqual(['greet', 'change']);
    await session?.logging.setLevel('debug');
    expect(await session?.callTool(greet, { name: '笔记' })).toMatchObject({
      content: [{ type: 'text', text: 'Hello 笔记' }],
      structuredContent: { greeting: 'Hello 笔记' },
      isError: false,
    });
    expect((await session?.resources.list())?.resources).toMatchObject([{ uri: 'note://1', name: 'note' }]);
    expect(await session?.resources.read('note://1')).toMatchObject([{ uri: 'note://1', text: 'a note' }]);
    expect(await session?.prompts.get('hi', { who: 'Ada' })).toMatchObject({
      messages: [{ role: 'user', content: { text: 'Say hi to Ada' } }],
    });
    await session?.ping();
    const changed = new Promise<void>((resolve) => session?.onToolsChanged(resolve));
    await session?.callTool(branded<RawToolName>('change'), {});
    await changed;
    expect((await session?.listTools())?.tools).toHaveLength(3);
    expect(transport.methods.filter((method) => method === 'initialize')).toEqual([]);
    expect(new SchemaCheck('2026-07-28').problems(transport.sent)).toEqual([]);
    expect(log.join()).toContain('greeting 笔记');
  });

  it('that takes no handshake is met just so', async () => {
    await start(['--input-type=module', '--eval', MODERN, 'modern-only'], { knownEra: 'legacy' });
    expect(session).toMatchObject({ era: 'modern', knownEra: 'modern' });
  });

  it('that takes both is used by its handshake where that is set', async () => {
    const transport = await start(['--input-type=module', '--eval', MODERN], { era: 'legacy' });
    expect(session).toMatchObject({ era: 'legacy', revision: '2025-11-25' });
    expect((await session?.listTools())?.tools).toHaveLength(2);
    expect(new SchemaCheck('2025-11-25').problems(transport.sent)).toEqual([]);
  });
});

describe('the official servers of the handshake era', () => {
  it('server-filesystem: its roots are the folders it may use', async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-roots-')));
    await writeFile(path.join(folder, 'note.txt'), 'in a root');
    const root = folder;
    const input = { roots: () => Promise.resolve([{ uri: pathToFileURL(root).href }]) };
    const transport = await start([bin('server-filesystem')], { input });
    const { tools, rejected } = (await session?.listTools()) ?? { tools: [], rejected: [] };
    expect(rejected).toEqual([]);
    expect(tools).toHaveLength(14);
    const read = { path: path.join(folder, 'note.txt') };
    // The server asks for the roots by itself, some time after the handshake.
    const result = await vi.waitFor(async () => {
      const given = await session?.callTool(branded<RawToolName>('read_text_file'), read);
      expect(given).toMatchObject({ content: [{ type: 'text', text: 'in a root' }], isError: false });
      return given;
    }, 20_000);
    expect(result).not.toHaveProperty('warnings');
    expect(new SchemaCheck('2025-11-25').problems(transport.sent)).toEqual([]);
  });

  it('server-memory: what it gives fits its output schemas', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-memory-'));
    const env = { MEMORY_FILE_PATH: path.join(folder, 'memory.jsonl') };
    await start([bin('server-memory')], {}, env);
    expect((await session?.listTools())?.tools).toHaveLength(9);
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['counts'] }];
    await session?.callTool(branded<RawToolName>('create_entities'), { entities });
    const graph = await session?.callTool(branded<RawToolName>('read_graph'), {});
    expect(graph).toMatchObject({ structuredContent: { entities }, isError: false });
    expect(graph).not.toHaveProperty('warnings');
  });
});
