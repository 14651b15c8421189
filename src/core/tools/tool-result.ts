import type { ToolResult } from '../../shared/tool.js';

export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: false };
}

/** A failure that the model is told of as a result; the turn goes on. */
export function errorResult(message: string): ToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** What the model is told when a server, or the connection to it, failed instead of answering. */
export function mcpErrorResult(message: string): ToolResult {
  return errorResult(`MCP error: ${message}`);
}
