import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import { isPlainSchema } from './plain-schema.js';

const KEYWORDS = `
  type title description default examples enum const format properties required
  additionalProperties items anyOf oneOf allOf not minimum maximum exclusiveMinimum
  exclusiveMaximum minLength maxLength minItems maxItems minProperties maxProperties uniqueItems
  pattern $ref $defs x-own`
  .trim()
  .split(/\s+/u);

/** Values that are right for one keyword or another, and some that are right for none. */
const value = fc.letrec<{ schema: JsonObject; value: unknown }>((tie) => ({
  schema: fc.dictionary(fc.constantFrom(...KEYWORDS), tie('value'), { maxKeys: 4 }) as fc.Arbitrary<JsonObject>,
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('object', 'string', 'x', '', 1, 0, -1, 1.5, true, false, null),
    fc.constantFrom([], ['a'], ['a', 'a'], ['object', 'null'], [1, 'a'], {}),
    tie('schema'),
    fc.array(tie('schema'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
  ),
}));

describe('isPlainSchema', () => {
  it('says yes to nothing that the schemas of the two dialects refuse', () => {
    const dialects = [new Ajv({ strict: false, logger: false }), new Ajv2020({ strict: false, logger: false })];
    let plain = 0;
    fc.assert(
      fc.property(value.schema, (schema) => {
        if (!isPlainSchema(schema)) return;
        plain += 1;
        for (const ajv of dialects) expect(ajv.validateSchema(schema)).toBe(true);
      }),
      { numRuns: 20_000, seed: 7 },
    );
    expect(plain).toBeGreaterThan(2_000);
  });

  it('knows the schemas that tools have', () => {
    const schema = {
      type: 'object',
      description: 'Arguments.',
      properties: {
        path: { type: 'string', minLength: 1, description: 'A path.' },
        kind: { enum: ['a', 'b'], default: 'a' },
        many: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: ['number', 'null'] }] }, maxItems: 5 },
        deep: { type: 'object', properties: {}, required: [], additionalProperties: false },
      },
      required: ['path'],
      additionalProperties: false,
    };
    expect(isJsonObject(schema) && isPlainSchema(schema)).toBe(true);
  });

  it.each([
    { type: 'objekt' },
    { type: [] },
    { required: 'a' },
    { required: ['a', 'a'] },
    { properties: { a: { minLength: -1 } } },
    { items: [{ type: 'string' }] },
    { anyOf: [] },
    { pattern: '(a+)+$' },
    { $ref: '#/$defs/a' },
    { nullable: true },
    { unknown: 1 },
  ])('leaves %j to the whole check', (schema) => {
    expect(isPlainSchema(schema)).toBe(false);
  });
});
