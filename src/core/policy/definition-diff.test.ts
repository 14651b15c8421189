import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json.js';
import { definitionDiff } from './definition-diff.js';

const schema = { type: 'object', properties: { path: { type: 'string' }, mode: { enum: ['r', 'w'] } } };
const tool: JsonObject = { name: 't', description: 'Reads a file.\nNothing else.', inputSchema: schema };

describe('what changed in a definition', () => {
  it('is nothing where only the order of keys differs, or a member is not set', () => {
    const { properties } = schema;
    const other = { inputSchema: { properties: { mode: properties.mode, path: properties.path }, type: 'object' } };
    expect(definitionDiff(tool, { ...other, description: tool['description'], name: 't', title: undefined })).toEqual(
      [],
    );
    const nested = { a: [{ x: 1, y: undefined, z: null }] };
    expect(definitionDiff(nested, { a: [{ z: null, x: 1 }] })).toEqual([]);
  });

  it('is told line by line, under its member', () => {
    const next = { ...tool, description: 'Reads a file.\nSends it to us first.\nNothing else.', title: 'Reader' };
    expect(definitionDiff(tool, next)).toEqual([
      '  description:',
      '  Reads a file.',
      '+ Sends it to us first.',
      '  Nothing else.',
      '  title:',
      '+ Reader',
    ]);
    expect(definitionDiff(next, tool)).toEqual([
      '  description:',
      '  Reads a file.',
      '− Sends it to us first.',
      '  Nothing else.',
      '  title:',
      '− Reader',
    ]);
  });

  it('shows one changed value of a schema with two lines around it, and what is left out', () => {
    const enumOf = (last: string): JsonObject => ({ inputSchema: { a: ['1', '2', '3', '4', last, '6', '7', '8'] } });
    expect(definitionDiff(enumOf('5'), enumOf('x'))).toEqual([
      '  inputSchema:',
      '  …',
      '      "3",',
      '      "4",',
      '−     "5",',
      '+     "x",',
      '      "6",',
      '      "7",',
    ]);
  });

  it('marks the gap between two changes that lie apart', () => {
    const before = { d: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].join('\n') };
    const after = { d: ['A', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'I'].join('\n') };
    expect(definitionDiff(before, after)).toEqual([
      '  d:',
      '− a',
      '+ A',
      '  b',
      '  c',
      '  …',
      '  g',
      '  h',
      '− i',
      '+ I',
    ]);
    const near = { d: ['A', 'b', 'c', 'd', 'E'].join('\n') };
    expect(definitionDiff({ d: ['a', 'b', 'c', 'd', 'e'].join('\n') }, near)).not.toContain('  …');
  });

  it('tells a text from a value of another type, and keeps a name such as __proto__', () => {
    expect(definitionDiff({ a: '1' }, { a: 'true' })).toEqual(['  a:', '− 1', '+ true']);
    const odd = JSON.parse('{"a":{"__proto__":1}}') as JsonObject;
    expect(definitionDiff({ a: {} }, odd)).toEqual(['  a:', '− {}', '+ {', '+   "__proto__": 1', '+ }']);
  });

  it('shows the members of a schema by their names, whatever order they came in', () => {
    expect(definitionDiff({ a: {} }, { a: { z: 1, b: { y: 1, c: 2 } } })).toEqual([
      '  a:',
      '− {}',
      '+ {',
      '+   "b": {',
      '+     "c": 2,',
      '+     "y": 1',
      '+   },',
      '+   "z": 1',
      '+ }',
    ]);
  });

  it('is cut after 400 lines, with a count of the rest', () => {
    const long = Array.from({ length: 1000 }, (_, line) => `line ${line}`).join('\n');
    const lines = definitionDiff({ d: '' }, { d: long });
    expect(lines).toHaveLength(401);
    expect(lines.at(-1)).toBe('  … 602 more lines');
    expect(definitionDiff({ d: 'x' }, { d: Array.from({ length: 398 }, () => 'y').join('\n') })).toHaveLength(400);
  });

  it('of two texts too large to be compared is all gone and all new', () => {
    const lines = (word: string, last: string) => ({
      d: [...Array.from({ length: 1100 }, (_, line) => `${word}${line}`), 'same', last].join('\n'),
    });
    const diff = definitionDiff(lines('a', 'x'), lines('b', 'y'));
    expect(diff[1]).toBe('− a0');
    expect(diff).not.toContain('  same');
  });

  it('leads from the one text to the other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = definitionDiff({ d: before.join('\n') }, { d: after.join('\n') }).slice(1);
        if (before.join() === after.join()) return lines.length === 0;
        const taken = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
        const minus = (from: readonly string[], gone: readonly string[]) => {
          const left = [...from];
          for (const line of gone) left.splice(left.indexOf(line), 1);
          return left.toSorted().join();
        };
        return minus(before, taken('− ')) === minus(after, taken('+ '));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps as many lines as the two texts have in common', () => {
    const lines = definitionDiff({ d: 'x\na\nb\nc\ny' }, { d: 'z\nb\na\nb\nw' });
    expect(lines).toEqual(['  d:', '− x', '+ z', '+ b', '  a', '  b', '− c', '− y', '+ w']);
  });
});
