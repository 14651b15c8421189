import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.js';

/** Keywords whose members are schemas by name, so that a member called `nullable` there is a property, no keyword. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose values are data, not schemas. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'example']);

/**
 * The schema as ajv takes it. `$schema` goes (the dialect is chosen by then), and so does a `nullable` beside no `type`:
 * it is OpenAPI's word, JSON Schema ignores it, and ajv would refuse the whole schema for it.
 */
export function forAjv(schema: JsonObject): JsonObject {
  const { $schema: _dialect, ...rest } = schema;
  return copySchema(rest);
}

function copySchema(schema: JsonObject): JsonObject {
  const bareNullable = typeof schema['nullable'] === 'boolean' && schema['type'] === undefined;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !(bareNullable && key === 'nullable'))
      .map(([key, value]) => [key, DATA.has(key) ? value : copyMember(value, MAPS.has(key))]),
  );
}

function copyMember(value: JsonValue | undefined, isMap: boolean): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item: JsonValue) => copyMember(item, false) ?? null);
  if (!isJsonObject(value)) return value;
  if (!isMap) return copySchema(value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyMember(member, false)]));
}
