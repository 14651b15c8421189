import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json.js';
import { GatehouseError } from '../errors.js';
import { compileValidator, createValidatorCache } from './validator.js';

const cache = createValidatorCache();

function problem(schema: JsonObject, value: unknown): string | undefined {
  return cache.compile(schema)(value);
}

function refusal(schema: JsonObject): string {
  try {
    cache.compile(schema);
  } catch (error) {
    expect(error).toBeInstanceOf(GatehouseError);
    expect(error).toMatchObject({ code: 'bad-schema' });
    expect(cache.check(schema)).toMatch(/^The schema can't be used: /u);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('the schema was taken');
}

describe('a validator', () => {
  it('says nothing of a valid value', () => {
    expect(problem({ type: 'object', properties: { a: { type: 'string' } } }, { a: 'x' })).toBeUndefined();
  });

  it.each([
    [{ required: ['text'] }, {}, `the value must have required property 'text'`],
    [{ properties: { a: { properties: { b: { type: 'integer' } } } } }, { a: { b: 1.5 } }, '"/a/b" must be integer'],
    [{ additionalProperties: false }, { x: 1 }, 'the value must NOT have additional properties: "x"'],
    [
      { properties: { a: { enum: ['x', 'y'] } } },
      { a: 'z' },
      '"/a" must be equal to one of the allowed values: ["x","y"]',
    ],
    [{ properties: { a: { const: 3 } } }, { a: 4 }, '"/a" must be equal to constant: 3'],
    [
      { properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } } },
      { a: true },
      '"/a" must match a schema in anyOf ("/a" must be string; "/a" must be number)',
    ],
  ])('names the path and what was expected: %j', (schema, value, expected) => {
    expect(problem(schema, value)).toBe(expected);
  });

  it('takes boolean subschemas', () => {
    const schema = { type: 'object', properties: { raw: true, never: false, list: { type: 'array', items: true } } };
    expect(problem(schema, { raw: { any: 1 }, list: [1, 'a'] })).toBeUndefined();
    expect(problem(schema, { never: 1 })).toContain('"/never"');
  });

  it('follows $ref into $defs, also where it is recursive', () => {
    const schema = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } } } },
    };
    expect(problem(schema, { tree: { children: [{ children: [] }] } })).toBeUndefined();
    expect(problem(schema, { tree: { children: [{ children: 3 }] } })).toContain('"/tree/children/0/children"');
  });

  it('checks formats and ignores those it does not know', () => {
    expect(problem({ format: 'email' }, 'nobody')).toContain('must match format "email"');
    expect(problem({ type: 'string', format: 'moon-phase' }, 'full')).toBeUndefined();
  });

  it('never looks at the prototype', () => {
    expect(problem({ required: ['constructor'] }, {})).toContain("'constructor'");
  });

  it('does not change the value', () => {
    const value = { a: '1' };
    problem({ properties: { a: { type: 'number' }, b: { default: 3 } } }, value);
    expect(value).toEqual({ a: '1' });
  });

  it('leaves out a nullable that stands beside no type, but not a property of that name', () => {
    const schema = {
      properties: { a: { anyOf: [{ type: 'string' }], nullable: true }, nullable: false },
      additionalProperties: true,
    };
    expect(problem(schema, { a: 'x' })).toBeUndefined();
    expect(problem(schema, { nullable: 1 })).toContain('"/nullable"');
  });
});

describe('dialects', () => {
  it('reads 2020-12 without $schema and with it', () => {
    const tuple = { prefixItems: [{ type: 'string' }], items: false };
    expect(problem(tuple, ['a', 'b'])).toContain('must NOT have more than 1 items');
    expect(problem({ $schema: 'https://json-schema.org/draft/2020-12/schema#', ...tuple }, ['a'])).toBeUndefined();
  });

  it('reads draft-07 where $schema says so', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }],
      additionalItems: false,
    };
    expect(problem(schema, ['a', 'b'])).toContain('must NOT have more than 1 items');
  });

  it.each(['http://json-schema.org/draft-04/schema#', 'https://example.com/own', 7])('refuses %s', ($schema) => {
    expect(refusal({ $schema, type: 'object' })).toContain('2020-12 and draft-07 are');
  });
});

describe('a bad schema', () => {
  it.each<[JsonObject, string]>([
    [{ type: 'any' }, '"/type"'],
    [{ properties: { n: { exclusiveMinimum: true } } }, '"/properties/n/exclusiveMinimum" must be number'],
    [{ properties: { n: { type: 'string', required: true } } }, '"/properties/n/required" must be array'],
    [{ properties: [] }, '"/properties" must be object'],
    [{ properties: { n: { type: 'array', items: [{}] } } }, '"/properties/n/items"'],
    [{ pattern: '(' }, 'Invalid regular expression'],
    [{ $ref: 'https://example.com/schema.json' }, "can't resolve reference https://example.com/schema.json"],
    [{ properties: { a: { $ref: '#/$defs/gone' } } }, "can't resolve reference #/$defs/gone"],
    [{ $async: true, type: 'object' }, '"$async"'],
  ])('is refused with where and what: %j', (schema, words) => {
    expect(refusal(schema)).toContain(words);
  });

  it('is bounded in depth, parts and bytes before it is compiled', () => {
    let deep: JsonObject = { type: 'string' };
    for (let depth = 0; depth < 5000; depth += 1) deep = { not: deep };
    expect(refusal(deep)).toContain('nested deeper than 32 levels');
    expect(refusal({ enum: Array.from({ length: 10_001 }, (_, index) => index) })).toContain('more than 10000 parts');
    expect(refusal({ description: 'x'.repeat(262_144) })).toContain('larger than 262144 bytes');
  });
});

describe('a hostile schema', () => {
  it('can not freeze its caller with a pattern that backtracks without end', () => {
    const quick = createValidatorCache({ validateMs: 50 });
    const said = quick.compile({ type: 'string', pattern: '^(a+)+$' })(`${'a'.repeat(60)}!`);
    expect(said).toBe('the schema takes longer than 50 ms to check this value, so it was not accepted');
  });

  it('still has its patterns checked, with and without the u flag', () => {
    expect(problem({ pattern: '^\\p{L}+$' }, '笔记')).toBeUndefined();
    expect(problem({ pattern: '^[\\w-\\.]+$' }, 'a.b-c')).toBeUndefined();
    expect(problem({ pattern: '^[\\w-\\.]+$' }, 'a b')).toContain('must match pattern');
  });

  it('can not be reached by its $id from the schema of another server', () => {
    const shared = createValidatorCache();
    shared.compile({ $id: 'https://example.com/a', type: 'string' });
    expect(() => shared.compile({ $ref: 'https://example.com/a' })).toThrow(/can't resolve reference/u);
    expect(shared.compile({ $id: 'https://example.com/a', type: 'number' })(1)).toBeUndefined();
  });
});

describe('the cache', () => {
  it('gives the same validator for the same schema in another order of keys', () => {
    expect(cache.compile({ type: 'string', minLength: 1 })).toBe(cache.compile({ minLength: 1, type: 'string' }));
  });

  it('forgets what was used longest ago', () => {
    const small = createValidatorCache({ size: 2 });
    const first = small.compile({ const: 1 });
    small.compile({ const: 2 });
    small.compile({ const: 1 });
    small.compile({ const: 3 });
    expect(small.compile({ const: 1 })).toBe(first);
    small.compile({ const: 2 });
    small.compile({ const: 3 });
    expect(small.compile({ const: 1 })).not.toBe(first);
  });

  it('has a short form for one schema', () => {
    expect(compileValidator({ type: 'null' })(0)).toBe('the value must be null');
  });

  it('says the same of a schema whether it is checked or compiled', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('type', 'properties', 'items', '$ref', 'not'), fc.jsonValue()),
        (raw) => {
          const schema = JSON.parse(JSON.stringify(raw)) as JsonObject;
          const compiles = (() => {
            try {
              cache.compile(schema);
              return true;
            } catch {
              return false;
            }
          })();
          expect(cache.check(schema) === undefined).toBe(compiles);
        },
      ),
      { numRuns: 200 },
    );
  });
});
