import type { JsonObject } from '../../shared/json.js';
import { mapSchemas } from './map-schemas.js';

/**
 * The schema as ajv takes it. `$schema` goes (the dialect is chosen by then), and so does a `nullable` beside no `type`:
 * it is OpenAPI's word, JSON Schema ignores it, and ajv would refuse the whole schema for it.
 */
export function forAjv(schema: JsonObject): JsonObject {
  const { $schema: _dialect, ...rest } = schema;
  return mapSchemas(rest, (part) => {
    if (typeof part['nullable'] !== 'boolean' || part['type'] !== undefined) return part;
    const { nullable: _nullable, ...others } = part;
    return others;
  });
}
