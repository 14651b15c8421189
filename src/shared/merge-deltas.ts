import type { AgentEvent } from './agent-event.js';

/**
 * Two events that say the same as these two one after the other, as one: pieces of the same text. Undefined where there is
 * no such event. A model sends many small pieces; what is done for each of them is done for their sum.
 */
export function mergeDeltas(before: AgentEvent, next: AgentEvent): AgentEvent | undefined {
  switch (next.type) {
    case 'text-delta':
    case 'thinking-delta':
      return before.type === next.type && before.messageId === next.messageId
        ? { ...next, text: before.text + next.text }
        : undefined;
    case 'tool-input-delta':
      return before.type === next.type && before.callId === next.callId
        ? { ...next, partialJson: before.partialJson + next.partialJson }
        : undefined;
    default:
      return undefined;
  }
}
