import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePositionedJson } from './positioned-json.js';

describe('parsePositionedJson', () => {
  it('reads whatever JSON.stringify writes, indented or not', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(parsePositionedJson(text).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('accepts exactly the texts that JSON.parse accepts', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"\\u00e9"',
        '"\\x"',
        '1',
        '-0.5e3',
        '01',
        '.5',
        'true',
        'nul',
        ' ',
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        expect(accepts(parsePositionedJson, text), text).toBe(accepts(JSON.parse, text));
      }),
      { numRuns: 2000 },
    );
  });

  it('names the line and the column where it breaks', () => {
    expect(() => parsePositionedJson('{\n  "a": 1,\n  "b": oops\n}')).toThrow('line 3, column 8: a value is expected');
    expect(() => parsePositionedJson('{"a": 1,}')).toThrow('line 1, column 9: a name in double quotes');
    expect(() => parsePositionedJson('{\n// mine\n"a": 1}')).toThrow('line 2, column 1: JSON has no comments');
  });

  it.each([
    ['', 1, 1],
    ['nope', 1, 1],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['[1, 2', 1, 6],
    ['{"a" 1}', 1, 6],
    ['{"a": "x\ny"}', 1, 7],
    ['{"a": "\\q"}', 1, 7],
    ["{'a': 1}", 1, 2],
    ['{"a": 1} x', 1, 10],
    ['// a comment\n{}', 1, 1],
  ])('says that %j breaks in line %i, column %i', (text, line, column) => {
    expect(() => parsePositionedJson(text)).toThrow(expect.objectContaining({ code: 'bad-json', line, column }));
  });

  it('passes over a byte order mark', () => {
    expect(parsePositionedJson('\uFEFF{}').value).toEqual({});
  });

  it('tells of every key that stands twice, and where', () => {
    expect(parsePositionedJson('{"a": 1,\n "a": {"b": 1, "b": 2}}').duplicates).toEqual([
      { key: 'a', line: 2, column: 2 },
      { key: 'b', line: 2, column: 16 },
    ]);
  });

  it('keeps a key named __proto__ as a key', () => {
    const { value } = parsePositionedJson('{"__proto__": {"polluted": true}}');
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
    expect('polluted' in {}).toBe(false);
  });

  it('refuses a text that is nested without end instead of overflowing', () => {
    expect(() => parsePositionedJson('['.repeat(200_000))).toThrow('nested more than 100 deep');
  });
});

function accepts(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
