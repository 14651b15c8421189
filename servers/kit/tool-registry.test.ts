import { describe, expect, it } from 'vitest';
import { textOf } from './built-server.test-kit.js';
import { ToolError, ToolRegistry } from './tool-registry.js';
import type { Tool } from './tool-registry.js';

const never = new AbortController().signal;

function greeting(changes: Partial<Tool<'who'>> = {}): Tool<'who'> {
  return {
    name: 'greet',
    title: 'Greet',
    description: 'Greets.',
    parameters: { who: 'Whom to greet.' },
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: ({ who }) => `Hello ${who}`,
    ...changes,
  };
}

function failing(error: Error): ToolRegistry {
  const run = async (): Promise<string> => {
    throw error;
  };
  return new ToolRegistry('s').register(greeting({ run }));
}

describe('registering a tool', () => {
  it.each(['', '  '])('raises for the name %j', (name) => {
    expect(() => new ToolRegistry('s').register(greeting({ name }))).toThrow(/s: a tool has no name/);
  });

  it('raises for a name that is taken on this server', () => {
    const tools = new ToolRegistry('s').register(greeting());
    expect(() => tools.register(greeting())).toThrow('s: two tools are named "greet".');
  });

  it('raises for a tool without a handler', () => {
    const tool = { ...greeting(), run: undefined } as unknown as Tool<'who'>;
    expect(() => new ToolRegistry('s').register(tool)).toThrow('s: the tool "greet" has no handler.');
  });

  it('keeps the order and writes a closed object schema', () => {
    const tools = new ToolRegistry('s').register(greeting({ name: 'b' })).register(greeting({ name: 'a' }));
    expect(tools.list().map((tool) => tool['name'])).toEqual(['b', 'a']);
    expect(tools.list()[0]?.['inputSchema']).toEqual({
      type: 'object',
      properties: { who: { type: 'string', description: 'Whom to greet.' } },
      required: ['who'],
      additionalProperties: false,
    });
  });
});

describe('calling a tool', () => {
  const tools = new ToolRegistry('s').register(greeting()).register(greeting({ name: 'ask', parameters: {} as never }));

  it('returns its text', async () => {
    expect(await tools.call({ name: 'greet', arguments: { who: '林' } }, never)).toEqual({
      content: [{ type: 'text', text: 'Hello 林' }],
    });
  });

  it.each([
    [undefined, 'greet needs the argument "who", a string; it is missing.'],
    [{}, 'greet needs the argument "who", a string; it is missing.'],
    [{ who: 7 }, 'greet needs the argument "who" to be a string, not a number.'],
    [{ who: null }, 'greet needs the argument "who" to be a string, not null.'],
    [{ who: ['x'] }, 'greet needs the argument "who" to be a string, not an array.'],
    [{ who: 'x', loud: true }, 'greet has no argument "loud"; it takes "who".'],
  ])('answers the arguments %j with an error result that names the argument', async (args, sentence) => {
    const result = await tools.call({ name: 'greet', ...(args && { arguments: args }) }, never);
    expect(result['isError']).toBe(true);
    expect(textOf(result)).toBe(sentence);
  });

  it('says that a tool takes no arguments where it takes none', async () => {
    expect(textOf(await tools.call({ name: 'ask', arguments: { x: 1 } }, never))).toBe(
      'ask has no argument "x"; it takes none.',
    );
  });

  it('turns a thrown sentence into an error result as it is, and names itself for any other failure', async () => {
    const call = { name: 'greet', arguments: { who: 'x' } };
    const refused = await failing(new ToolError('No such person.')).call(call, never);
    expect(refused).toEqual({ content: [{ type: 'text', text: 'No such person.' }], isError: true });
    const broken = await failing(new Error('disk full')).call(call, never);
    expect(broken).toEqual({ content: [{ type: 'text', text: 's could not run greet: disk full' }], isError: true });
  });

  it.each([
    [{ name: 'gone' }, 'Unknown tool "gone". s has: greet, ask.'],
    [{}, 'tools/call needs "name", a string.'],
    [{ name: 'greet', arguments: [] }, '"arguments" must be an object, not an array.'],
  ])('refuses the params %j by the protocol', async (params, message) => {
    await expect(tools.call(params, never)).rejects.toMatchObject({ code: -32602, message });
  });
});
