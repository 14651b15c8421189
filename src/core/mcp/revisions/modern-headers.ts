import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import { isJsonObject } from '../../../shared/json.js';
import type { JsonObject, JsonValue } from '../../../shared/json.js';
import type { Told, ToldParts } from '../../../shared/told.js';
import type { ToolDefinition } from '../../../shared/tool.js';
import { PROTOCOL_VERSION_KEY } from './modern-meta.js';

const ANNOTATION = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII, with spaces and tabs inside only. */
const SAFE = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;
const SENTINEL = /^=\?base64\?.*\?=$/i;
/** Keywords whose value is data, not a schema. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

interface HeaderParameter {
  readonly header: string;
  readonly path: readonly string[];
}

/** The parameters of a tool that are mirrored into headers, or why its annotations are invalid. */
export type HeaderParameters = { readonly parameters: readonly HeaderParameter[] } | { readonly problem: Told };

/**
 * The headers that one message needs over Streamable HTTP (basic/transports/streamable-http, 2026-07-28):
 * `MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name`, and for a call of a tool `Mcp-Param-*` by its `x-mcp-header`. Names are
 * in small letters.
 */
export function modernRequestHeaders(message: JsonRpcMessage, tool?: ToolDefinition): Record<string, string> {
  if (!('method' in message)) return {};
  const { method, params = {} } = message;
  const headers: Record<string, string> = { 'mcp-method': method };
  const meta = params['_meta'];
  const version = isJsonObject(meta) ? meta[PROTOCOL_VERSION_KEY] : undefined;
  if (typeof version === 'string') headers['mcp-protocol-version'] = version;
  const named = params[NAMED_BY[method] ?? ''];
  if (typeof named === 'string') headers['mcp-name'] = headerValue(named);
  if (method === 'tools/call' && tool !== undefined) Object.assign(headers, parameterHeaders(params, tool));
  return headers;
}

/** As it is where a header can say it; else `=?base64?…?=` of its UTF-8, also where it looks like that by itself. */
export function headerValue(value: string): string {
  if (SAFE.test(value) && !SENTINEL.test(value)) return value;
  return `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

function parameterHeaders(params: JsonObject, tool: ToolDefinition): Record<string, string> {
  const found = headerParameters(tool.inputSchema);
  const headers: Record<string, string> = {};
  if ('problem' in found) return headers;
  for (const { header, path } of found.parameters) {
    let value: JsonValue | undefined = params['arguments'];
    for (const step of path) value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    // "null or absent: the header MUST be omitted"; an object or a list has no form for a header.
    if (typeof value === 'string') headers[`mcp-param-${header.toLowerCase()}`] = headerValue(value);
    else if (typeof value === 'number' || typeof value === 'boolean')
      headers[`mcp-param-${header.toLowerCase()}`] = String(value);
  }
  return headers;
}

/**
 * Reads the `x-mcp-header` annotations of an input schema. A tool with an invalid one is not offered: its name must be a
 * token, used once whatever its case, on a string, an integer or a boolean that is reached by `properties` alone.
 */
export function headerParameters(schema: JsonObject): HeaderParameters {
  const parameters: HeaderParameter[] = [];
  const used = new Set<string>();
  const problem = visit(schema, [], true, (header, path) => {
    if (used.has(header.toLowerCase())) {
      return invalid('tool-header-twice', `the header "${header}" is used twice`, { header });
    }
    used.add(header.toLowerCase());
    parameters.push({ header, path });
    return undefined;
  });
  return problem === undefined ? { parameters } : { problem };
}

/** Such a tool is not offered. */
function invalid(code: string, what: string, parts: ToldParts): Told {
  return { code, message: `Its ${ANNOTATION} is invalid: ${what}.`, parts };
}

type Add = (header: string, path: readonly string[]) => Told | undefined;

function visit(schema: JsonValue | undefined, path: readonly string[], reachable: boolean, add: Add): Told | undefined {
  if (Array.isArray(schema)) return first(schema, (entry: JsonValue) => visit(entry, path, false, add));
  if (!isJsonObject(schema)) return undefined;
  const header = schema[ANNOTATION];
  if (header !== undefined) {
    const problem =
      annotationProblem(schema, path, reachable) ?? (typeof header === 'string' ? add(header, path) : undefined);
    if (problem !== undefined) return problem;
  }
  return first(Object.entries(schema), ([keyword, value]) => {
    if (DATA.has(keyword)) return undefined;
    // Under any other keyword an annotation can't be reached; a map of schemas (`$defs`) is looked through like one.
    if (keyword !== 'properties' || !isJsonObject(value)) return visit(value, path, false, add);
    return first(Object.entries(value), ([name, child]) => visit(child, [...path, name], reachable, add));
  });
}

function annotationProblem(schema: JsonObject, path: readonly string[], reachable: boolean): Told | undefined {
  const header = schema[ANNOTATION];
  if (path.length === 0) {
    const what = 'it is at a place of the schema itself that is not reached by properties alone';
    return invalid('tool-header-root', what, {});
  }
  const place = path.join('.');
  const where = `"${place}"`;
  if (!reachable) {
    return invalid('tool-header-place', `it is at a place of ${where} that is not reached by properties alone`, {
      place,
    });
  }
  if (typeof header !== 'string' || !TOKEN.test(header)) {
    const shown = JSON.stringify(header);
    return invalid('tool-header-name', `${shown} at ${where} is no header name`, { header: shown, place });
  }
  const { type } = schema;
  if (type === 'string' || type === 'integer' || type === 'boolean') return undefined;
  const shown = JSON.stringify(type ?? null);
  const what = `${where} has the type ${shown}, not string, integer or boolean`;
  return invalid('tool-header-type', what, { place, type: shown });
}

function first<T>(entries: readonly T[], look: (entry: T) => Told | undefined): Told | undefined {
  for (const entry of entries) {
    const found = look(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}
