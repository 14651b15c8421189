import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';

type Test = (value: JsonValue | undefined) => boolean;

const TYPES: ReadonlySet<JsonValue | undefined> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

const isText: Test = (value) => typeof value === 'string';
const isFlag: Test = (value) => typeof value === 'boolean';
const isNumber: Test = (value) => typeof value === 'number';
const isCount: Test = (value) => Number.isInteger(value) && Number(value) >= 0;
const isSimple: Test = (value) => typeof value !== 'object' || value === null;
const isAnything: Test = () => true;
const isType: Test = (value) => (Array.isArray(value) ? isSet(value, (one) => TYPES.has(one)) : TYPES.has(value));
const areNames: Test = (value) => Array.isArray(value) && (value.length === 0 || isSet(value, isText));
const isSubschema: Test = (value) => typeof value === 'boolean' || (isJsonObject(value) && isPlainSchema(value));
const areSubschemas: Test = (value) => Array.isArray(value) && value.length > 0 && value.every(isSubschema);
const areNamedSubschemas: Test = (value) => isJsonObject(value) && Object.values(value).every(isSubschema);

/** What both dialects, 2020-12 and draft-07, say of these keywords in the same words. */
const KEYWORDS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['type', isType],
  ['title', isText],
  ['description', isText],
  ['default', isAnything],
  ['examples', (value) => Array.isArray(value)],
  ['enum', (value) => Array.isArray(value) && isSet(value, isSimple)],
  ['const', isAnything],
  ['format', isText],
  ['properties', areNamedSubschemas],
  ['required', areNames],
  ['additionalProperties', isSubschema],
  ['items', isSubschema],
  ['anyOf', areSubschemas],
  ['oneOf', areSubschemas],
  ['allOf', areSubschemas],
  ['not', isSubschema],
  ['minimum', isNumber],
  ['maximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['exclusiveMaximum', isNumber],
  ['minLength', isCount],
  ['maxLength', isCount],
  ['minItems', isCount],
  ['maxItems', isCount],
  ['minProperties', isCount],
  ['maxProperties', isCount],
  ['uniqueItems', isFlag],
]);

/**
 * True for a schema of everyday keywords alone, each with a value of the right kind: such a one is valid by the schema of
 * its dialect, which then need not be made (that takes longer than all else that a start does with schemas). False says
 * nothing: the whole check decides. The schema's size is bounded before.
 */
export function isPlainSchema(schema: JsonObject): boolean {
  return Object.entries(schema).every(([keyword, value]) => KEYWORDS.get(keyword)?.(value) === true);
}

function isSet(values: readonly JsonValue[], test: Test): boolean {
  return values.length > 0 && values.every(test) && new Set(values).size === values.length;
}
