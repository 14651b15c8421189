import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.js';

/** Keywords whose members are schemas by name: a member called `nullable` there is a property, no keyword. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose values are data, not schemas. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'example']);

/** A copy of the schema in which each subschema, and last the schema itself, is replaced by what `change` makes of it. */
export function mapSchemas(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  return change(
    Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [
        key,
        DATA.has(key) ? value : mapMember(value, MAPS.has(key), change),
      ]),
    ),
  );
}

function mapMember(
  value: JsonValue | undefined,
  isMap: boolean,
  change: (schema: JsonObject) => JsonObject,
): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapMember(item, false, change) ?? null);
  if (!isJsonObject(value)) return value;
  if (!isMap) return mapSchemas(value, change);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapMember(member, false, change)]));
}
