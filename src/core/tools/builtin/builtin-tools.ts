import type { SandboxRules } from '../../process/sandbox.js';
import type { ToolSource } from '../tool.js';
import { bashTool } from './bash.js';
import { connectMcpTool, type ConnectServer } from './connect-mcp.js';
import { editTool } from './edit.js';
import { findToolsTool } from './find-tools.js';
import { readTool } from './read.js';
import { type ReadKeptResult, readResultTool } from './read-result.js';
import type { Workspace } from './workspace-path.js';
import { writeTool } from './write.js';

export interface BuiltinToolOptions {
  readonly workspace: Workspace;
  /** The host's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The walls for the commands of `bash`, asked at each call; undefined: none. */
  readonly bashSandbox: () => SandboxRules | undefined;
  readonly connect: ConnectServer;
  readonly readResult: ReadKeptResult;
}

/** The tools of the house, in their order. They are the same for every model request: make them once. */
export function builtinTools(options: BuiltinToolOptions): readonly ToolSource[] {
  const { workspace, env, bashSandbox, connect, readResult } = options;
  return [
    readTool(workspace),
    writeTool(workspace),
    editTool(workspace),
    bashTool(workspace, env, bashSandbox),
    connectMcpTool(connect),
    readResultTool(readResult),
    findToolsTool(),
  ];
}
