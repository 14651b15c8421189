import type { JsonObject, JsonValue } from '../kit/json.js';

/** A tool of the zoo is named after what is odd about its schema. Each was met on a real server. */
function tool(name: string, inputSchema: JsonValue | undefined, more: JsonObject = {}): JsonObject {
  const description = `Its schema is odd: ${name.replaceAll('_', ' ')}.`;
  return { name, description, ...(inputSchema !== undefined && { inputSchema }), ...more };
}

function object(properties: JsonValue, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

const TREE = object(
  { root: { $ref: '#/$defs/node' } },
  {
    $defs: {
      node: object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } }),
    },
  },
);

/** Schemas that can be understood: their tools are to be offered. */
const SOUND: readonly JsonObject[] = [
  tool('root_any_of', {
    anyOf: [
      object({ id: { type: 'string' } }),
      object({ name: { type: 'string' } }),
      object({ n: { type: 'number' } }),
    ],
  }),
  tool('root_one_of', {
    type: 'object',
    oneOf: [object({ a: { type: 'string' } }), object({ b: { type: 'string' } })],
  }),
  tool('root_all_of', { type: 'object', allOf: [object({ a: { type: 'string' } }, { required: ['a'] })] }),
  tool('boolean_sub_schemas', object({ x: true, y: false, list: { type: 'array', items: true } })),
  tool('local_reference', object({ q: { $ref: '#/$defs/Q' } }, { $defs: { Q: { type: 'string' } } })),
  tool('recursive_reference', TREE),
  tool('draft_07_tuple', {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...object({ pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } }),
  }),
  tool('no_type', { properties: { a: { type: 'string' } } }),
  tool('empty_schema', {}),
  tool('php_properties', { type: 'object', properties: [] }),
  tool('php_annotations', object({}), { annotations: [] }),
  tool('output_without_type', object({}), { outputSchema: { properties: { text: { type: 'string' } } } }),
  tool('output_of_draft_07', object({}), {
    outputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', ...object({ text: { type: 'string' } }) },
  }),
  tool('output_that_is_unusable', object({}), { outputSchema: { type: 'any' } }),
  tool('long_description', object({}), { description: 'It goes on. '.repeat(427) }),
];

/** Schemas that nobody can use: their tools are to be left out, each with its reason, and no other. */
const BROKEN: readonly JsonObject[] = [
  tool('schema_missing', undefined),
  tool('schema_true', true),
  tool('schema_null', null),
  tool('type_any', object({ a: { type: 'any' } })),
  tool('exclusive_minimum_true', object({ a: { type: 'number', minimum: 0, exclusiveMinimum: true } })),
  tool('required_inside_property', object({ a: { type: 'string', required: true } })),
  tool('dangling_reference', object({ a: { $ref: '#/$defs/gone' } })),
  tool('reference_to_the_network', object({ a: { $ref: 'https://example.invalid/schema.json' } })),
];

/** What `--schema-zoo` adds. */
export const SCHEMA_ZOO: readonly JsonObject[] = [...SOUND, ...BROKEN];
