import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { RawToolName, RejectedTool, ToolDefinition, ToolResult } from '../../shared/tool.js';
import { toldOf } from '../errors.js';
import type { CallOptions, ToolList } from './session.js';
import { readToolDefinition } from './tool-definition.js';
import { registerTool } from './tool-registration.js';

/** Runs one tool of one server. */
export type RawToolHandler = (args: JsonObject, options?: CallOptions) => Promise<ToolResult>;

/**
 * Keeps every entry that is a usable tool, and says of each other one why it is not. `check` may refuse a tool by throwing,
 * for rules that hold in one era only.
 */
export function salvageTools(
  entries: readonly JsonValue[],
  handlerFor: (name: RawToolName) => RawToolHandler | undefined,
  check: (definition: ToolDefinition) => void = () => {},
): ToolList {
  const registry = new Map<string, ToolDefinition>();
  const rejected: RejectedTool[] = [];
  let at = 0;
  for (const entry of entries) {
    at++;
    try {
      const definition = readToolDefinition(entry);
      check(definition);
      registerTool(registry, definition, handlerFor(definition.name));
    } catch (error) {
      const { message, ...because } = toldOf(error, 'tool-unusable');
      rejected.push({ name: nameOf(entry) ?? `#${at}`, reason: message, ...because });
    }
  }
  return { tools: [...registry.values()], rejected };
}

function nameOf(entry: JsonValue): string | undefined {
  const name = isJsonObject(entry) ? entry['name'] : undefined;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
