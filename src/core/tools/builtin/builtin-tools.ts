import type { ToolSource } from '../tool.js';
import { bashTool } from './bash.js';
import { connectMcpTool, type ConnectServer } from './connect-mcp.js';
import { editTool } from './edit.js';
import { readTool } from './read.js';
import type { Workspace } from './workspace-path.js';
import { writeTool } from './write.js';

export interface BuiltinToolOptions {
  readonly workspace: Workspace;
  /** The host's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly connect: ConnectServer;
}

/** The tools of the house, in their order. They are the same for every model request: make them once. */
export function builtinTools({ workspace, env, connect }: BuiltinToolOptions): readonly ToolSource[] {
  return [
    readTool(workspace),
    writeTool(workspace),
    editTool(workspace),
    bashTool(workspace, env),
    connectMcpTool(connect),
  ];
}
