import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../shared/json.js';
import { salvageTools } from './tool-listing.js';
import { registerTool } from './tool-registration.js';

const handler = (): Promise<never> => Promise.reject(new Error('not called here'));
const inputSchema = { type: 'object' };

function salvage(...entries: JsonValue[]): ReturnType<typeof salvageTools> {
  return salvageTools(entries, () => handler);
}

describe('registration', () => {
  it('raises for a tool without a name', () => {
    expect(() => registerTool(new Map(), { name: '' }, handler)).toThrow(
      expect.objectContaining({ code: 'tool-without-name' }),
    );
    expect(() => registerTool(new Map(), { name: ' \t' }, handler)).toThrow(
      expect.objectContaining({ code: 'tool-without-name' }),
    );
  });

  it('raises for a name that another tool of the server has, and keeps the first', () => {
    const first = { name: 'a' };
    const registry = new Map([['a', first]]);
    expect(() => registerTool(registry, { name: 'a' }, handler)).toThrow(
      expect.objectContaining({ code: 'tool-name-twice', message: expect.stringContaining('"a"') }),
    );
    expect(registry.get('a')).toBe(first);
  });

  it('raises for a tool without a handler', () => {
    expect(() => registerTool(new Map(), { name: 'a' }, undefined)).toThrow(
      expect.objectContaining({ code: 'tool-without-handler' }),
    );
  });
});

describe('a list of tools', () => {
  it('keeps what its good tools say, unchanged', () => {
    const tool = {
      name: 'a.b/c',
      title: 'T',
      description: 'D',
      inputSchema: { type: 'object', properties: { x: { type: 'string' } } },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, destructiveHint: false },
      _meta: { 'x/y': 1 },
    };
    expect(salvage(tool)).toEqual({ tools: [tool], rejected: [] });
  });

  it.each<[string, JsonValue, string, RegExp, object]>([
    ['no object', 5, '#2', /no object/, { code: 'tool-no-object' }],
    ['no name', { inputSchema }, '#2', /no name/, { code: 'tool-no-name' }],
    ['a name that is no text', { name: 5, inputSchema }, '#2', /no name/, { code: 'tool-no-name' }],
    ['an empty name', { name: '', inputSchema }, '#2', /empty/, { code: 'tool-without-name' }],
    [
      'a name twice',
      { name: 'good', inputSchema },
      'good',
      /another tool named "good"/,
      { code: 'tool-name-twice', parts: { name: 'good' } },
    ],
    ['no inputSchema', { name: 'bad' }, 'bad', /no inputSchema/, { code: 'tool-no-schema' }],
    [
      'true for an inputSchema',
      { name: 'bad', inputSchema: true },
      'bad',
      /is true, not an object/,
      { code: 'tool-schema-kind', parts: { kind: 'boolean' } },
    ],
    [
      'a list for an inputSchema',
      { name: 'bad', inputSchema: [] },
      'bad',
      /is a list/,
      { code: 'tool-schema-kind', parts: { kind: 'array' } },
    ],
    [
      'an inputSchema of another type',
      { name: 'bad', inputSchema: { type: 'string' } },
      'bad',
      /"string"/,
      { code: 'tool-schema-type', parts: { type: '"string"' } },
    ],
  ])('names the entry with %s, and hides no other', (_what, entry, name, reason, told) => {
    const { tools, rejected } = salvage({ name: 'good', inputSchema }, entry, { name: 'last', inputSchema });
    expect(tools.map((tool) => tool.name)).toEqual(['good', 'last']);
    expect(rejected).toEqual([{ name, reason: expect.stringMatching(reason), ...told }]);
  });

  it('takes a schema that leaves its type open for one of an object', () => {
    expect(salvage({ name: 'a', inputSchema: {} }).tools[0]?.inputSchema).toEqual({ type: 'object' });
  });

  it('leaves out parts of the wrong type and keeps the tool', () => {
    const entry = {
      name: 'a',
      title: 1,
      description: ['x'],
      inputSchema,
      outputSchema: true,
      annotations: { readOnlyHint: 'yes', destructiveHint: true, title: null },
      _meta: 3,
    };
    expect(salvage(entry, { name: 'b', inputSchema, annotations: 'safe' })).toEqual({
      tools: [
        { name: 'a', inputSchema, annotations: { destructiveHint: true } },
        { name: 'b', inputSchema },
      ],
      rejected: [],
    });
  });

  it('names a tool that nothing could run', () => {
    expect(salvageTools([{ name: 'a', inputSchema }], () => undefined).rejected).toEqual([
      { name: 'a', reason: 'Nothing is there that could run it.', code: 'tool-without-handler' },
    ]);
  });
});
