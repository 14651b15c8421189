import { branded } from '../../shared/brand.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName, ToolDefinition, ToolResult } from '../../shared/tool.js';
import { type CallServerTool, serverToolSource } from '../tools/server-tool-source.js';
import type { ToolSource } from '../tools/tool.js';

/** A definition with a plain object schema; whatever is given replaces its part. */
export function toolDefinition(name: string, parts: Partial<Omit<ToolDefinition, 'name'>> = {}): ToolDefinition {
  return { name: branded<RawToolName>(name), inputSchema: { type: 'object' }, ...parts };
}

/** A tool of a server that answers each call with its own server and name. The server's id is its name. */
export function toolOf(
  serverName: string,
  name: string,
  parts: Partial<Omit<ToolDefinition, 'name'>> & { readonly serverId?: string; readonly trusted?: boolean } = {},
): ToolSource {
  const { serverId = serverName, trusted = false, ...definition } = parts;
  const answer: ToolResult = { content: [{ type: 'text', text: `${serverId}/${name}` }], isError: false };
  const call: CallServerTool = () => Promise.resolve(answer);
  const server = { serverId: branded<ServerId>(serverId), serverName, connectionId: 'c1', trustReadOnlyHint: trusted };
  return serverToolSource(server, toolDefinition(name, definition), call);
}
