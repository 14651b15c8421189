import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { RawToolName, RejectedTool, ToolDefinition, ToolResult } from '../../shared/tool.js';
import { errorMessage, GatehouseError } from '../errors.js';
import type { JsonRpcPeer } from '../jsonrpc/peer.js';
import type { CallOptions, ToolList } from './session.js';
import { readToolDefinition } from './tool-definition.js';
import { registerTool } from './tool-registration.js';

/** A server that always names a next page would be asked for ever. */
const MAX_PAGES = 1_000;
/** For each page, ms. */
const PAGE_TIMEOUT_MS = 120_000;

/** Runs one tool of one server. */
export type RawToolHandler = (args: JsonObject, options?: CallOptions) => Promise<ToolResult>;

interface RegisteredTool {
  readonly name: string;
  readonly definition: ToolDefinition;
  readonly handler: RawToolHandler | undefined;
}

/**
 * Asks for every page of `tools/list`. Cursors are opaque, and an empty one is a cursor too; only a missing one ends the
 * list (server/utilities/pagination, 2025-11-25). Rejects with code `too-many-pages` or `invalid-result`.
 */
export async function fetchToolEntries(peer: JsonRpcPeer, signal?: AbortSignal): Promise<readonly JsonValue[]> {
  const entries: JsonValue[] = [];
  let params: JsonObject | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await peer.request('tools/list', params, { signal, timeoutMs: PAGE_TIMEOUT_MS });
    const { tools, nextCursor } = result;
    if (!isList(tools)) {
      throw new GatehouseError('invalid-result', 'The server answered tools/list without a list of tools.');
    }
    for (const entry of tools) entries.push(entry);
    if (typeof nextCursor !== 'string') return entries;
    params = { cursor: nextCursor };
  }
  const text = `The server's list of tools has more than ${MAX_PAGES} pages, or never ends. Its tools are not offered.`;
  throw new GatehouseError('too-many-pages', text);
}

/** Keeps every entry that is a usable tool, and says of each other one why it is not. */
export function salvageTools(
  entries: readonly JsonValue[],
  handlerFor: (name: RawToolName) => RawToolHandler | undefined,
): ToolList {
  const registry = new Map<string, RegisteredTool>();
  const rejected: RejectedTool[] = [];
  for (const [at, entry] of entries.entries()) {
    try {
      const definition = readToolDefinition(entry);
      registerTool(registry, { name: definition.name, definition, handler: handlerFor(definition.name) });
    } catch (error) {
      rejected.push({ name: nameOf(entry) ?? `#${at + 1}`, reason: errorMessage(error) });
    }
  }
  return { tools: [...registry.values()].map(({ definition }) => definition), rejected };
}

function nameOf(entry: JsonValue): string | undefined {
  const name = isJsonObject(entry) ? entry['name'] : undefined;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
