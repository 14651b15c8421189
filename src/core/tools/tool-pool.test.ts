import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json.js';
import { createValidatorCache } from '../schema/validator.js';
import { toolOf } from '../testing/tool-source.js';
import type { ToolSource } from './tool.js';
import { createToolPool, type ToolPool } from './tool-pool.js';

const validators = createValidatorCache();

function pool(...sources: readonly ToolSource[]): ToolPool {
  return createToolPool(sources, validators);
}

function builtin(name: string): ToolSource {
  return { ...toolOf('gatehouse', name), builtin: true };
}

function names(made: ToolPool): readonly string[] {
  return made.tools.map((tool) => tool.wireName);
}

function reasonFor(inputSchema: JsonObject): string {
  const made = pool(toolOf('s', 'bad', { inputSchema }), toolOf('s', 'good'));
  expect(names(made)).toEqual(['mcp__s__good']);
  return made.rejected[0]?.reason ?? '';
}

function offeredSchema(inputSchema: JsonObject): JsonObject | undefined {
  return pool(toolOf('s', 't', { inputSchema })).offered[0]?.input_schema;
}

describe('names in the pool', () => {
  it.each([
    ['notes', 'add_note', 'mcp__notes__add_note'],
    ['my server', 'a.b/c', 'mcp__my_server__a_b_c'],
    ['github.com/x', 'Scan `./x` now', 'mcp__github_com_x__Scan____x__now'],
    ['数据库', '查询', 'mcp_________'],
    ['🛠', 'a-b', 'mcp_____a-b'],
  ])('of server %s and tool %s is cleaned to what the Messages API takes', (server, tool, wireName) => {
    expect(names(pool(toolOf(server, tool)))).toEqual([wireName]);
  });

  it('keep the handler bound to the server and the raw name', async () => {
    const made = pool(toolOf('a', 'execute.sql'), toolOf('b', 'execute.sql'));
    const run = (name: string) =>
      made.resolve(name)?.handler({}, { signal: new AbortController().signal, onProgress: () => {} });
    expect(await run('mcp__a__execute_sql')).toMatchObject({ content: [{ text: 'a/execute.sql' }] });
    expect(await run('mcp__b__execute_sql')).toMatchObject({ content: [{ text: 'b/execute.sql' }] });
  });

  it('longer than 64 characters hide that tool alone', () => {
    const made = pool(toolOf('s', 'x'.repeat(57)), toolOf('s', 'y'.repeat(56)));
    expect(names(made)).toEqual([`mcp__s__${'y'.repeat(56)}`]);
    expect(made.rejected[0]?.reason).toMatch(/of server "s" is not offered: .* has 65 characters, 64 at most/u);
  });

  it('that are the same after cleaning keep the earlier one and name both origins', () => {
    const made = pool(toolOf('b', 'a_b', { serverId: '2' }), toolOf('b', 'a.b', { serverId: '1' }));
    expect(made.resolve('mcp__b__a_b')?.serverId).toBe('1');
    expect(made.rejected).toEqual([
      {
        serverId: '2',
        serverName: 'b',
        name: 'a_b',
        reason: '"a_b" of server "b" is not offered: its name "mcp__b__a_b" is already that of "a.b" of server "b".',
        code: 'tool-name-taken',
        parts: { name: 'mcp__b__a_b', tool: 'a.b', server: 'b' },
      },
    ]);
  });

  it('of built-ins can not be taken by a server', () => {
    const made = pool(toolOf('gatehouse', 'read'), toolOf('x', 'read'), builtin('read'));
    expect(names(made)).toEqual(['read', 'mcp__x__read']);
    expect(made.resolve('read')?.builtin).toBe(true);
    expect(made.rejected[0]?.reason).toContain('belongs to Gatehouse itself');
  });

  it('are each of exactly one tool, whatever servers send and in whatever order', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('a.b', 'a_b', 'A_b', '', '笔记'),
    );
    const source = fc
      .record({ server: part, tool: part, id: fc.nat(3) })
      .map(({ server, tool, id }) => toolOf(server, tool, { serverId: `id${id}` }));
    fc.assert(
      fc.property(fc.array(source, { maxLength: 12 }), (sources) => {
        const made = pool(...sources);
        expect(new Set(names(made)).size).toBe(made.tools.length);
        expect(made.tools.length + made.rejected.length).toBe(sources.length);
        for (const tool of made.tools) expect(tool.wireName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/u);
        const again = pool(...sources.toReversed());
        expect(again.offered).toEqual(made.offered);
        expect(again.tools.map((tool) => tool.serverId)).toEqual(made.tools.map((tool) => tool.serverId));
      }),
    );
  });
});

describe('the order of the pool', () => {
  it('has built-ins first in their own order, then servers and tools by name', () => {
    const made = pool(
      toolOf('b', 'x'),
      builtin('connect_mcp'),
      toolOf('a', 'z'),
      builtin('bash'),
      toolOf('a', 'B'),
      builtin('read'),
    );
    expect(names(made)).toEqual(['read', 'bash', 'connect_mcp', 'mcp__a__B', 'mcp__a__z', 'mcp__b__x']);
  });
});

describe('a name of no tool', () => {
  const made = pool(toolOf('notes', 'add-note'), toolOf('notes', 'List'));

  it.each([
    ['mcp__notes__add_note', 'mcp__notes__add-note'],
    ['MCP__Notes__list', 'mcp__notes__List'],
    ['add_note', 'mcp__notes__add-note'],
  ])('that is nearly one is told which: %s', (wrong, right) => {
    expect(made.suggest(wrong)).toBe(right);
    expect(made.notFound(wrong)).toBe(`There is no tool "${wrong}". Did you mean "${right}"?`);
  });

  it('that is near to none, or to two, is told all names', () => {
    expect(made.notFound('fly')).toBe('There is no tool "fly". The tools are: mcp__notes__List, mcp__notes__add-note.');
    expect(pool(toolOf('a', 'x'), toolOf('b', 'x')).suggest('x')).toBeUndefined();
  });
});

describe('schemas in the pool', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['an empty schema', {}, { type: 'object' }],
    ['a missing type', { properties: { a: true } }, { type: 'object', properties: { a: true } }],
    ['properties as an empty array', { type: 'object', properties: [] }, { type: 'object', properties: {} }],
    ['an object or null', { type: ['object', 'null'] }, { type: 'object' }],
  ])('with %s is offered as an object', (_name, sent, offered) => {
    expect(offeredSchema(sent)).toEqual(offered);
  });

  it('keep $ref, $defs, recursion and boolean subschemas as they are', () => {
    const schema = {
      type: 'object',
      properties: { node: { $ref: '#/$defs/Node' }, raw: true, no: false },
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
    };
    expect(offeredSchema(schema)).toEqual(schema);
  });

  it('with branches at the root are put flat for the model, with the branches in words', () => {
    const anyOf = [
      { type: 'object', properties: { id: { type: 'string' }, n: { type: 'number' } }, required: ['id', 'n'] },
      { $ref: '#/$defs/ByName' },
    ];
    const ByName = { properties: { name: { type: 'string' }, id: { type: 'integer' } }, required: ['name', 'id'] };
    const offered = offeredSchema({ anyOf, $defs: { ByName } });
    expect(offered).toMatchObject({
      type: 'object',
      required: ['id'],
      properties: { id: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, n: { type: 'number' }, name: {} },
    });
    expect(offered).not.toHaveProperty('anyOf');
    expect(offered?.['description']).toContain('At least one of these must hold: [{');
  });

  it('demand for allOf what any branch demands', () => {
    const schema = { allOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: {}, b: {} }, required: ['a'] };
    expect(offeredSchema(schema)).toMatchObject({ required: ['a', 'b'] });
  });

  it('of draft-07 reach the model as 2020-12', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    const pair = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
    expect(offeredSchema({ $schema, type: 'object', properties: { pair } })).toEqual({
      type: 'object',
      properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }], items: false } },
    });
  });

  it.each<[string, JsonObject, string]>([
    ['a root that is no object', { type: 'array' }, 'the root of its schema must be an object'],
    ['branches that can not be put flat', { oneOf: [{ not: {} }] }, 'takes no oneOf at the root'],
    ['a boolean exclusiveMinimum', { properties: { n: { exclusiveMinimum: true } } }, '/properties/n/exclusiveMinimum'],
    ['required inside a property', { properties: { n: { required: true } } }, '"/properties/n/required"'],
    ['a type that does not exist', { properties: { n: { type: 'any' } } }, '"/properties/n/type"'],
    ['a tuple of draft-07 without $schema', { properties: { n: { items: [{}] } } }, '"/properties/n/items"'],
    ['a reference to nothing', { properties: { n: { $ref: '#/$defs/Gone' } } }, '#/$defs/Gone'],
    ['a reference to the network', { properties: { n: { $ref: 'https://example.com/s' } } }, 'https://example.com/s'],
    ['a pattern that is none', { properties: { n: { pattern: '(' } } }, 'regular expression'],
  ])('with %s hide that tool alone, naming server, tool and place', (_name, schema, words) => {
    const reason = reasonFor(schema);
    expect(reason).toMatch(/^"bad" of server "s" is not offered: /u);
    expect(reason).toContain(words);
  });

  it('are offered whole for 1,000 tools, and again from what is remembered', () => {
    const sources = Array.from({ length: 1000 }, (_, index) =>
      toolOf('s', `tool_${index}`, {
        inputSchema: {
          type: 'object',
          properties: { [`p${index}`]: { type: 'string', description: 'x'.repeat(2000) } },
        },
      }),
    );
    expect(pool(...sources).tools).toHaveLength(1000);
    expect(pool(...sources).tools).toHaveLength(1000);
  });
});
