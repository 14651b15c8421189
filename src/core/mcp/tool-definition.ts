import { branded } from '../../shared/brand.js';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { RawToolName, ToolAnnotations, ToolDefinition } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import { isList } from './paged-list.js';

/**
 * One entry of a `tools/list` result (server/tools, 2025-11-25). Throws a `GatehouseError` where it
 * can't be a tool. A part that only describes it and has the wrong type is left out; the tool stays.
 */
export function readToolDefinition(entry: JsonValue): ToolDefinition {
  if (!isJsonObject(entry)) throw new GatehouseError('tool-no-object', 'It is no object.');
  const { name, title, description, outputSchema, annotations, icons, execution, _meta } = entry;
  const taskSupport = isJsonObject(execution) ? execution['taskSupport'] : undefined;
  if (typeof name !== 'string') throw new GatehouseError('tool-no-name', 'It has no name.');
  const tool: Draft<ToolDefinition> = {
    name: branded<RawToolName>(name),
    inputSchema: readInputSchema(entry['inputSchema']),
  };
  if (typeof title === 'string') tool.title = title;
  if (typeof description === 'string') tool.description = description;
  if (isJsonObject(outputSchema)) tool.outputSchema = outputSchema;
  if (isJsonObject(annotations)) tool.annotations = readAnnotations(annotations);
  if (isList(icons)) tool.icons = icons;
  if (taskSupport === 'optional' || taskSupport === 'required') tool.taskSupport = taskSupport;
  return isJsonObject(_meta) ? Object.assign(tool, { _meta }) : tool;
}

/** While it is being made. There may be ten thousand tools, and spreading each part would take ten times as long. */
type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Arguments are always an object, so a schema that leaves its type open means one. */
function readInputSchema(schema: JsonValue | undefined): JsonObject {
  if (schema === undefined) throw new GatehouseError('tool-no-schema', 'It has no inputSchema.');
  if (!isJsonObject(schema)) {
    const parts = { kind: schema === null ? 'null' : Array.isArray(schema) ? 'array' : typeof schema };
    throw new GatehouseError('tool-schema-kind', `Its inputSchema is ${kindOf(schema)}, not an object.`, { parts });
  }
  if (schema['type'] === undefined) return { type: 'object', ...schema };
  if (schema['type'] !== 'object') {
    const type = JSON.stringify(schema['type']);
    const message = `Its inputSchema has the type ${type}, not "object".`;
    throw new GatehouseError('tool-schema-type', message, { parts: { type } });
  }
  return schema;
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  return value === null || typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}

function readAnnotations(annotations: JsonObject): ToolAnnotations {
  const { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const read: Draft<ToolAnnotations> = {};
  if (typeof title === 'string') read.title = title;
  if (typeof readOnlyHint === 'boolean') read.readOnlyHint = readOnlyHint;
  if (typeof destructiveHint === 'boolean') read.destructiveHint = destructiveHint;
  if (typeof idempotentHint === 'boolean') read.idempotentHint = idempotentHint;
  if (typeof openWorldHint === 'boolean') read.openWorldHint = openWorldHint;
  return read;
}
