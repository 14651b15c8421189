import { describe, expect, it } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName, ToolAnnotations } from '../../shared/tool.js';
import { createValidatorCache } from '../schema/validator.js';
import { toolDefinition, toolOf } from '../testing/tool-source.js';
import { toolFingerprint } from './fingerprint.js';
import { serverToolSource, serverToolSources } from './server-tool-source.js';
import { toolBadges } from './tool-badges.js';
import { createToolPool } from './tool-pool.js';
import { validateArguments } from './validate-arguments.js';

describe('the fingerprint of a tool', () => {
  const tool = toolDefinition('t', {
    title: 'T',
    description: 'reads',
    inputSchema: { type: 'object', properties: { a: { enum: ['x', 'y'] }, b: {} } },
    annotations: { readOnlyHint: true, openWorldHint: false },
  });
  const mark = toolFingerprint(tool);

  it('stays when only the order of keys changes', () => {
    const { name, ...rest } = tool;
    const reordered = {
      ...rest,
      inputSchema: { properties: { b: {}, a: { enum: ['x', 'y'] } }, type: 'object' },
      name,
    };
    expect(toolFingerprint(reordered)).toBe(mark);
    expect(mark).toMatch(/^[0-9a-f]{64}$/u);
  });

  it.each([
    ['name', { name: branded<RawToolName>('T') }],
    ['title', { title: 'U' }],
    ['description', { description: 'reads.' }],
    ['one enum value', { inputSchema: { type: 'object', properties: { a: { enum: ['x', 'z'] }, b: {} } } }],
    ['order of enum values', { inputSchema: { type: 'object', properties: { a: { enum: ['y', 'x'] }, b: {} } } }],
    ['output schema', { outputSchema: { type: 'object' } }],
    ['a hint', { annotations: { readOnlyHint: false, openWorldHint: false } }],
    ['a missing hint', { annotations: { readOnlyHint: true } }],
    ['_meta', { _meta: { v: 1 } }],
  ])('changes with the %s', (_part, change) => {
    expect(toolFingerprint({ ...tool, ...change })).not.toBe(mark);
  });
});

describe('the badges of a tool', () => {
  it.each<[ToolAnnotations, boolean, readonly string[]]>([
    [{ readOnlyHint: true }, false, ['read-only']],
    [{ destructiveHint: true }, false, ['destructive']],
    [{ readOnlyHint: true, destructiveHint: true }, false, ['read-only', 'destructive']],
    [{}, false, ['unannotated']],
    [{ title: 'x' }, true, ['unannotated', 'dangerous-name']],
    [{ readOnlyHint: false }, false, []],
    [{ idempotentHint: true }, true, ['dangerous-name']],
  ])('for %j with a dangerous name: %s are %j', (annotations, dangerous, badges) => {
    expect(toolBadges(annotations, dangerous)).toEqual(badges);
  });
});

describe('a tool of a server', () => {
  const server = {
    serverId: branded<ServerId>('id'),
    serverName: 'Notes',
    connectionId: 'c7',
    trustReadOnlyHint: true,
  };
  const signal = new AbortController().signal;

  it('calls its own connection by its raw name, with the arguments unchanged', async () => {
    const calls: unknown[] = [];
    const source = serverToolSource(server, toolDefinition('a.b'), (name, args, context) => {
      calls.push([name, args, context.signal === signal]);
      return Promise.resolve({ content: [], isError: false });
    });
    const args = { a: '', n: null, e: '😀', q: '"\\' };
    await source.handler(args, { signal, onProgress: () => {} });
    expect(calls).toEqual([['a.b', args, true]]);
    expect(source).toMatchObject({ serverId: 'id', connectionId: 'c7', trustReadOnlyHint: true, builtin: false });
  });

  it('takes annotations and descriptions that are not what the spec says for none', () => {
    const odd = { ...toolDefinition('t'), annotations: [], description: 7 } as never;
    const source = serverToolSource(server, odd, () => Promise.reject(new Error('not called')));
    expect(source).toMatchObject({ annotations: {}, description: '' });
  });

  it('that can not be hashed is rejected without the others', () => {
    const meta = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`) as JsonObject;
    const list = [toolDefinition('deep', { _meta: meta }), toolDefinition('fine')];
    const { sources, rejected } = serverToolSources(server, list, () => Promise.reject(new Error('not called')));
    expect(sources.map((source) => source.name)).toEqual(['fine']);
    expect(rejected[0]?.reason).toContain('"deep" of server "Notes" is not offered: A value is nested deeper');
  });
});

describe('the arguments of a call', () => {
  const validators = createValidatorCache();
  const inputSchema = { properties: { text: { type: 'string' } }, required: ['text'], anyOf: [{ required: ['text'] }] };
  const [tool] = createToolPool([toolOf('notes', 'add', { inputSchema })], validators).tools;
  if (tool === undefined) throw new Error('the tool is not offered');

  it('that match the schema of the server pass', async () => {
    expect(await validateArguments(tool, { text: '' }, validators)).toBeUndefined();
  });

  it('that do not are refused with the path and what was expected', async () => {
    expect(await validateArguments(tool, { text: 3 }, validators)).toBe(
      'The arguments of mcp__notes__add do not match its schema: "/text" must be string.',
    );
  });

  it('are refused where the schema can not be used', async () => {
    const broken = { ...tool, inputSchema: { type: 'any' } };
    expect(await validateArguments(broken, {}, validators)).toContain("can't be checked. The schema can't be used");
  });
});
