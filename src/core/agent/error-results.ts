import type { ToolResult } from '../../shared/tool.js';
import { errorMessage, GatehouseError } from '../errors.js';
import type { Tool } from '../tools/tool.js';

/** An error as a result for the model. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

export const CANCELLED_BEFORE = 'The user stopped the turn before this call ran. It was not run.';

/** What a call that threw is to the model: whose failure it was, and what is known of the outcome. */
export function thrownResult(tool: Tool, error: unknown, cancelled: boolean): ToolResult {
  if (cancelled || (error instanceof GatehouseError && error.code === 'cancelled')) {
    return errorResult(
      tool.builtin
        ? 'The user stopped this call while it ran.'
        : 'MCP error: the user stopped this call while it ran. The server may still be working on it.',
    );
  }
  const message = errorMessage(error);
  return errorResult(tool.builtin ? `Error: ${message}` : `MCP error: ${message}`);
}
