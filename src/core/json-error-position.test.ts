import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorPosition } from './json-error-position.js';

describe('jsonErrorPosition', () => {
  it('finds nothing in any JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
        expect(jsonErrorPosition(JSON.stringify(JSON.parse(json), null, indent))).toBeUndefined();
      }),
    );
  });

  it('agrees with JSON.parse on whether a text is JSON', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '01',
      '1e',
      'true',
      'nul',
      ' ',
      '\n',
      '\\',
      '/',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 9 }), (parts) => {
        const text = parts.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(jsonErrorPosition(text) === undefined).toBe(valid);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['', 1, 1],
    ['nope', 1, 1],
    ['{"a":1,}', 1, 8],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['[1, 2', 1, 6],
    ['{"a" 1}', 1, 6],
    ['{"a": "x\ny"}', 1, 9],
    ['{"a": "\\q"}', 1, 8],
    ["{'a': 1}", 1, 2],
    ['{"a": 1} x', 1, 10],
    ['// a comment\n{}', 1, 1],
    ['\uFEFF{}', 1, 1],
  ])('of %j is line %i, column %i', (text, line, column) => {
    expect(jsonErrorPosition(text)).toEqual({ line, column });
  });
});
