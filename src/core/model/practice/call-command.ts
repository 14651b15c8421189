import type { JsonObject } from '../../../shared/json.js';
import { isJsonObject } from '../../../shared/json.js';
import type { CatalogTool } from './tool-catalog.js';

/** What `/call <tool> {json}` comes to. */
export type CallCommand =
  | { readonly kind: 'call'; readonly tool: CatalogTool; readonly input: JsonObject }
  | { readonly kind: 'unknown-tool'; readonly name: string }
  | { readonly kind: 'several-tools'; readonly name: string; readonly tools: readonly CatalogTool[] }
  | { readonly kind: 'bad-json'; readonly name: string };

/** Reads one line; undefined where it is no `/call`. The tool goes by its wire name, its own name, or server/tool. */
export function readCallCommand(line: string, tools: readonly CatalogTool[]): CallCommand | undefined {
  const match = /^\s*\/call\s+(\S+)\s*(.*)$/s.exec(line);
  if (match === null) return undefined;
  const [, name = '', json = ''] = match;
  const found = findTools(name, tools);
  const [tool] = found;
  if (tool === undefined) return { kind: 'unknown-tool', name };
  if (found.length > 1) return { kind: 'several-tools', name, tools: found };
  const input = json.trim() === '' ? {} : parse(json);
  return input === undefined ? { kind: 'bad-json', name } : { kind: 'call', tool, input };
}

function findTools(name: string, tools: readonly CatalogTool[]): readonly CatalogTool[] {
  const exact = tools.filter((tool) => tool.wireName === name);
  if (exact.length > 0) return exact;
  return tools.filter(
    (tool) => tool.rawName === name || (tool.server !== '' && `${tool.server}/${tool.rawName}` === name),
  );
}

function parse(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
