import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, deepFreeze, sha256Hex } from './canonical-json.js';

describe('canonicalJson', () => {
  it('sorts keys by code unit at every level and leaves arrays in order', () => {
    expect(canonicalJson({ b: [2, 1, { z: 0, é: 1, a: null }], B: true, a: 'x' })).toBe(
      '{"B":true,"a":"x","b":[2,1,{"a":null,"z":0,"é":1}]}',
    );
  });

  it('sorts by UTF-16 code unit, not by code point', () => {
    expect(canonicalJson({ '\uFB33': 1, '\u{1F600}': 2 })).toBe('{"\u{1F600}":2,"\uFB33":1}');
  });

  it('writes numbers as JavaScript does', () => {
    expect(canonicalJson([1e21, 0.1, -0, 1e-7, 100])).toBe('[1e+21,0.1,0,1e-7,100]');
  });

  it('leaves out undefined members and keeps a key named __proto__', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonicalJson(JSON.parse('{"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1}}');
  });

  it.each([Number.NaN, Infinity, undefined, 1n, [undefined]])('refuses %s', (value) => {
    expect(() => canonicalJson(value)).toThrow(/JSON/u);
  });

  it('refuses a value that is nested too deep instead of overflowing', () => {
    expect(() => canonicalJson(JSON.parse('['.repeat(5000) + ']'.repeat(5000)))).toThrow(/deeper than 512/u);
  });

  it('says the same text for the same value whatever the order of its keys, and parses back to it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });
});

describe('sha256Hex', () => {
  it('hashes the UTF-8 bytes', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256Hex('笔记')).not.toBe(sha256Hex('笔纪'));
  });
});

describe('deepFreeze', () => {
  it('freezes what is inside, also below a frozen part', () => {
    const value = deepFreeze({ a: [{ b: 1 }], c: { d: 'x' } });
    expect(Object.isFrozen(value) && Object.isFrozen(value.a[0]) && Object.isFrozen(value.c)).toBe(true);
  });

  it('stands a depth that would overflow a recursion', () => {
    expect(() => deepFreeze(JSON.parse('['.repeat(5000) + ']'.repeat(5000)))).not.toThrow();
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
