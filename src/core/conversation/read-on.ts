import type { ToolCallId } from '../../shared/conversation.js';

/** How the model is told to go on in a result that it was not given whole, from that place of its text on. */
export function readOn(call: ToolCallId, offset: number): string {
  return `Read on with read_result ${JSON.stringify({ call, offset })}.`;
}
