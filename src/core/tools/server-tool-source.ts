import { isJsonObject, type JsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName, RejectedTool, ToolDefinition, ToolResult } from '../../shared/tool.js';
import { errorMessage } from '../errors.js';
import { pinnedParts, toolFingerprint } from './fingerprint.js';
import type { ToolCallContext, ToolSource } from './tool.js';

/** What a tool takes over from its server. */
export interface ToolServer {
  readonly serverId: ServerId;
  /** As the user named it. */
  readonly serverName: string;
  readonly connectionId: string;
  readonly trustReadOnlyHint: boolean;
}

/** Calls a tool of one connection by its raw name. */
export type CallServerTool = (name: RawToolName, args: JsonObject, context: ToolCallContext) => Promise<ToolResult>;

/** A server's tool for the pool; its handler is bound to this connection and to the raw name, not to what it is called. */
export function serverToolSource(server: ToolServer, definition: ToolDefinition, call: CallServerTool): ToolSource {
  const { serverId, serverName, connectionId, trustReadOnlyHint } = server;
  const { name, title, description } = definition;
  return {
    serverId,
    serverName,
    builtin: false,
    connectionId,
    trustReadOnlyHint,
    name,
    ...(typeof title === 'string' ? { title } : {}),
    description: typeof description === 'string' ? description : '',
    inputSchema: objectSchema(definition.inputSchema),
    annotations: isJsonObject(definition.annotations) ? definition.annotations : {},
    fingerprint: toolFingerprint(definition),
    definition: pinnedParts(definition),
    handler: (args, context) => call(name, args, context),
    origin: () => ({ kind: 'server', name: serverName }),
  };
}

/** All tools of one `tools/list`. A definition that can't even be hashed is rejected alone. */
export function serverToolSources(
  server: ToolServer,
  definitions: readonly ToolDefinition[],
  call: CallServerTool,
): { readonly sources: readonly ToolSource[]; readonly rejected: readonly RejectedTool[] } {
  const sources: ToolSource[] = [];
  const rejected: RejectedTool[] = [];
  for (const definition of definitions) {
    try {
      sources.push(serverToolSource(server, definition, call));
    } catch (error) {
      const why = errorMessage(error);
      rejected.push({
        name: definition.name,
        reason: `"${definition.name}" of server "${server.serverName}" is not offered: ${why}`,
        code: 'tool-not-json',
        parts: { why },
      });
    }
  }
  return { sources, rejected };
}

/** `{}` means an object of anything, and servers in PHP write the empty object of properties as an empty array. */
function objectSchema(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  const typed: JsonObject = schema['type'] === undefined ? { type: 'object', ...schema } : schema;
  return Array.isArray(properties) && properties.length === 0 ? { ...typed, properties: {} } : typed;
}
