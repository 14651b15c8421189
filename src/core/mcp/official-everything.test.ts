import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { JsonObject } from '../../shared/json.js';
import type { RawToolName, ToolResult } from '../../shared/tool.js';
import { McpClient } from './client.js';
import type { ElicitationRequest } from './elicitation.js';
import { verifies } from './protocol-requirements.test-kit.js';
import { RecordedTransport, SchemaCheck } from './schema-check.test-kit.js';
import type { CallOptions, McpSession } from './session.js';
import { StdioTransport } from './transports/stdio.js';

const SERVER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);

function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** The server that the makers of the protocol test clients with. */
describe('the official server-everything', () => {
  let session: McpSession;
  let transport: RecordedTransport;
  const log: string[] = [];
  const questions: ElicitationRequest[] = [];
  const sampled: JsonObject[] = [];

  beforeAll(async () => {
    transport = new RecordedTransport(
      new StdioTransport({
        command: process.execPath,
        args: [SERVER, 'stdio'],
        env: { PATH: process.env['PATH'] ?? '' },
        cwd: process.cwd(),
      }),
    );
    session = await new McpClient('0.1.0').connect(transport, {
      era: 'auto',
      onLog: (source, text) => log.push(`${source}: ${text}`),
      input: {
        roots: () => Promise.resolve([{ uri: 'file:///work/space', name: 'Space' }]),
        sample: (params) => {
          sampled.push(params);
          return Promise.resolve({ role: 'assistant', content: { type: 'text', text: 'a poem' }, model: 'practice' });
        },
        elicit: (request) => {
          questions.push(request);
          const name = request.mode === 'form' ? request.fields[0]?.name : undefined;
          return Promise.resolve({ action: 'accept', content: name === 'interpretation' ? {} : { name: 'Ada' } });
        },
      },
    });
    // Tools that need a capability of the client are registered once the server knows it.
    await vi.waitFor(async () => {
      const { tools } = await session.listTools();
      expect(tools.map(({ name }) => name)).toContain(branded<RawToolName>('get-roots-list'));
    }, 20_000);
  }, 60_000);

  afterAll(async () => {
    await session.close();
    expect(new SchemaCheck('2025-11-25').problems(transport.sent)).toEqual([]);
    expect(new SchemaCheck('2026-07-28').problems(transport.sent.slice(0, 1))).toEqual([]);
  });

  function call(name: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolResult> {
    return session.callTool(branded<RawToolName>(name), args, options);
  }

  it(verifies('discover.fallback', 'such as a real one of the handshake era'), () => {
    expect(transport.methods.slice(0, 3)).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
    expect(session).toMatchObject({ era: 'legacy', knownEra: 'legacy', revision: '2025-11-25' });
    expect(session.instructions?.length).toBeGreaterThan(100);
  });

  it('shows all its tools', async () => {
    const { tools, rejected } = await session.listTools();
    expect(rejected).toEqual([]);
    expect(tools.length).toBeGreaterThanOrEqual(17);
    expect(tools.find(({ name }) => name === 'simulate-research-query')?.taskSupport).toBe('required');
  });

  it('gives every kind of content that it has', async () => {
    const kinds = async (name: string, args: JsonObject = {}): Promise<string[]> =>
      (await call(name, args)).content.map(({ type }) => type);
    expect(await kinds('get-tiny-image')).toContain('image');
    expect(await kinds('get-resource-links', { count: 2 })).toContain('resource_link');
    expect(await kinds('get-resource-reference', { resourceType: 'Text', resourceId: 1 })).toContain('resource');
    const annotated = await call('get-annotated-message', { messageType: 'error', includeImage: false });
    expect(annotated.content[0]).toMatchObject({ type: 'text', annotations: { priority: 1 } });
    expect(await call('get-structured-content', { location: 'New York' })).toMatchObject({
      structuredContent: { temperature: expect.any(Number) },
    });
  });

  it(verifies('resources.read', 'those of a real server'), async () => {
    const { resources } = await session.resources.list();
    expect(resources.length).toBeGreaterThanOrEqual(7);
    expect((await session.resources.templates()).templates).toHaveLength(2);
    const text = await session.resources.read('demo://resource/dynamic/text/1');
    expect(text[0]).toMatchObject({ uri: 'demo://resource/dynamic/text/1', text: expect.any(String) });
    const blob = await session.resources.read('demo://resource/dynamic/blob/1');
    expect(blob[0]).toMatchObject({ blob: expect.any(String) });
    await expect(session.resources.read('demo://nowhere')).rejects.toThrow();
  });

  it(verifies('resources.subscribe'), async () => {
    const uri = 'demo://resource/dynamic/text/7';
    const updated = new Promise<string>((resolve) => session.resources.onUpdated(resolve));
    await session.resources.subscribe(uri);
    await call('toggle-subscriber-updates');
    expect(await updated).toBe(uri);
    await call('toggle-subscriber-updates');
    await session.resources.unsubscribe(uri);
  });

  it(verifies('prompts.get'), async () => {
    const { prompts } = await session.prompts.list();
    expect(prompts).toHaveLength(4);
    const args = prompts.find(({ name }) => name === 'args-prompt')?.arguments;
    expect(args).toMatchObject([
      { name: 'city', required: true },
      { name: 'state', required: false },
    ]);
    const { messages } = await session.prompts.get('args-prompt', { city: 'Ulm' });
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text', text: expect.stringContaining('Ulm') } }]);
    await expect(session.prompts.get('args-prompt', {})).rejects.toMatchObject({ name: 'JsonRpcError' });
  });

  it(verifies('completion.complete'), async () => {
    const ref = { type: 'ref/prompt', name: 'completable-prompt' } as const;
    const all = await session.complete({ ref, argument: { name: 'department', value: '' } });
    expect(all.values.length).toBeGreaterThan(1);
    const [department = ''] = all.values;
    const context = { department };
    const names = await session.complete({ ref, argument: { name: 'name', value: '' }, context });
    expect(names.values.length).toBeGreaterThan(0);
    // The server asks for the roots when it likes: the answer may be what was sent last.
    const asked = transport.sent.filter((message) => 'method' in message && message.method === 'completion/complete');
    expect(asked.at(-1)).toMatchObject({ params: { context: { arguments: context } } });
  });

  it(verifies('logging.set-level'), async () => {
    const heard = new Promise<string>((resolve) => session.logging.onMessage(({ level }) => resolve(level)));
    await session.logging.setLevel('debug');
    await call('toggle-simulated-logging');
    expect(await heard).toMatch(/^(debug|info|notice|warning|error|critical|alert|emergency)$/);
    await call('toggle-simulated-logging');
    expect(log.join()).toContain('The server logged');
  });

  it(verifies('ping.ask'), async () => {
    await session.ping();
    expect(transport.methods.at(-1)).toBe('ping');
  });

  it('reports its progress, and is not timed out by a short clock meanwhile', async () => {
    const steps: number[] = [];
    const options = { timeoutMs: 5_000, onProgress: ({ progress }: { progress: number }) => steps.push(progress) };
    await call('trigger-long-running-operation', { duration: 1, steps: 4 }, options);
    expect(steps).toEqual([1, 2, 3, 4]);
  });

  it(verifies('roots.list', 'a real one'), async () => {
    expect(textOf(await call('get-roots-list'))).toContain('file:///work/space');
  });

  it(verifies('sampling.answer', 'a real one'), async () => {
    expect(textOf(await call('trigger-sampling-request', { prompt: 'a poem, please', maxTokens: 7 }))).toContain(
      'a poem',
    );
    expect(sampled.at(-1)).toMatchObject({ maxTokens: 7 });
  });

  it(verifies('elicitation.form', 'by a real one, with every kind of field'), async () => {
    const result = await call('trigger-elicitation-request');
    const request = questions.at(-1);
    expect(request?.mode).toBe('form');
    const kinds = request?.mode === 'form' ? new Set(request.fields.map(({ kind }) => kind)) : new Set();
    expect(kinds).toEqual(new Set(['string', 'boolean', 'number', 'integer', 'choice', 'choices']));
    expect(textOf(result)).toContain('Ada');
  });

  it(verifies('elicitation.url', 'for a real one'), async () => {
    await call('trigger-url-elicitation', { url: 'https://example.test/sign-in?a=b' });
    expect(questions.at(-1)).toMatchObject({ mode: 'url', url: 'https://example.test/sign-in?a=b' });
  });

  it(verifies('elicitation.url-required', 'as a real one asks'), async () => {
    const before = questions.length;
    const args = { url: 'https://example.test/first', errorPath: true, elicitationId: 'fixed' };
    expect((await call('trigger-url-elicitation', args)).isError).toBe(false);
    // The page that the server wants first, then, in the second try, the one that was asked for.
    expect(questions.slice(before)).toMatchObject([
      { mode: 'url', url: 'https://modelcontextprotocol.io' },
      { mode: 'url', url: 'https://example.test/first' },
    ]);
  });

  it(
    verifies('tasks.required', 'by a real server, with a question in between'),
    async () => {
      const seen: string[] = [];
      const result = await call(
        'simulate-research-query',
        { topic: 'python', ambiguous: true },
        { onTask: ({ status }) => seen.push(status) },
      );
      expect(textOf(result)).toContain('Research Report: python');
      expect(new Set(seen)).toContain('working');
      expect(questions.at(-1)).toMatchObject({ mode: 'form', fields: [{ name: 'interpretation', kind: 'choice' }] });
    },
    60_000,
  );
});
