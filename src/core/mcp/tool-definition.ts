import { branded } from '../../shared/brand.js';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { RawToolName, ToolAnnotations, ToolDefinition } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import { isList } from './paged-list.js';

/**
 * One entry of a `tools/list` result (server/tools, 2025-11-25). Throws a `GatehouseError` with code `malformed-tool`
 * where it can't be a tool. A part that only describes it and has the wrong type is left out; the tool stays.
 */
export function readToolDefinition(entry: JsonValue): ToolDefinition {
  if (!isJsonObject(entry)) throw malformed('It is no object.');
  const { name, title, description, outputSchema, annotations, icons, execution, _meta } = entry;
  const taskSupport = isJsonObject(execution) ? execution['taskSupport'] : undefined;
  if (typeof name !== 'string') throw malformed('It has no name.');
  return {
    name: branded<RawToolName>(name),
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    inputSchema: readInputSchema(entry['inputSchema']),
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations: readAnnotations(annotations) }),
    ...(isList(icons) && { icons }),
    ...((taskSupport === 'optional' || taskSupport === 'required') && { taskSupport }),
    ...(isJsonObject(_meta) && { _meta }),
  };
}

/** Arguments are always an object, so a schema that leaves its type open means one. */
function readInputSchema(schema: JsonValue | undefined): JsonObject {
  if (schema === undefined) throw malformed('It has no inputSchema.');
  if (!isJsonObject(schema)) throw malformed(`Its inputSchema is ${kindOf(schema)}, not an object.`);
  if (schema['type'] === undefined) return { type: 'object', ...schema };
  if (schema['type'] !== 'object') {
    throw malformed(`Its inputSchema has the type ${JSON.stringify(schema['type'])}, not "object".`);
  }
  return schema;
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  return value === null || typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}

function readAnnotations(annotations: JsonObject): ToolAnnotations {
  const { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof readOnlyHint === 'boolean' && { readOnlyHint }),
    ...(typeof destructiveHint === 'boolean' && { destructiveHint }),
    ...(typeof idempotentHint === 'boolean' && { idempotentHint }),
    ...(typeof openWorldHint === 'boolean' && { openWorldHint }),
  };
}

function malformed(message: string): GatehouseError {
  return new GatehouseError('malformed-tool', message);
}
