import type { ToolResult } from '../../shared/tool.js';
import { errorMessage, GatehouseError } from '../errors.js';
import type { Tool } from '../tools/tool.js';

/** An error as a result for the model. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

export const CANCELLED_BEFORE = 'The user stopped the turn before this call ran. It was not run.';

/** A call that the user stopped while it ran, with its whole turn. A server may go on with it all the same. */
export function stoppedResult(builtin: boolean): ToolResult {
  return builtin
    ? { ...errorResult('The user stopped this call while it ran.'), stopped: 'ended' }
    : {
        ...errorResult('MCP error: the user stopped this call while it ran. The server may still be working on it.'),
        stopped: 'may-go-on',
      };
}

/** A call that the user cancelled by itself: the turn goes on without it. `ended`: it certainly does nothing any more. */
export function cancelledResult(ended: boolean): ToolResult {
  const goesOn = ended ? '' : ' It may still be at work.';
  return {
    ...errorResult(`The user cancelled this call.${goesOn} Do not call it again unless the user asks for it.`),
    stopped: ended ? 'ended' : 'may-go-on',
  };
}

/** What a call that threw is to the model: whose failure it was, and what is known of the outcome. */
export function thrownResult(tool: Tool, error: unknown, cancelled: boolean): ToolResult {
  if (cancelled || (error instanceof GatehouseError && error.code === 'cancelled')) return stoppedResult(tool.builtin);
  const message = errorMessage(error);
  return errorResult(tool.builtin ? `Error: ${message}` : `MCP error: ${message}`);
}
