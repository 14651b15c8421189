import type { AgentEvent } from '../../shared/agent-event.js';
import type { ConversationState } from '../../shared/conversation.js';
import { isJsonObject } from '../../shared/json.js';
import type { ToolResult } from '../../shared/tool.js';

/** A result of more characters than this goes to a page when it is asked for. */
const LONGEST_SENT = 16_384;
/** What is sent of its first text all the same. */
const BEGINNING = 200;

/** The event as a page gets it. */
export function eventForPage(event: AgentEvent): AgentEvent {
  if (event.type !== 'tool-finished') return event;
  const result = resultForPage(event.result);
  return result === event.result ? event : { ...event, result };
}

/** The conversation as a page gets it. What is short enough keeps its identity. */
export function stateForPage(state: ConversationState): ConversationState {
  const calls = Object.values(state.calls).map((call) => {
    const result = call.result === undefined ? undefined : resultForPage(call.result);
    return result === undefined || result === call.result ? call : { ...call, result };
  });
  return { ...state, calls: Object.fromEntries(calls.map((call) => [call.id, call])) };
}

function resultForPage(result: ToolResult): ToolResult {
  if (lengthOf(result) <= LONGEST_SENT) return result;
  const { content, structuredContent: _structured, _meta, ...rest } = result;
  const first = content.find((block) => block.type === 'text');
  const beginning = first === undefined ? [] : [{ type: 'text' as const, text: first.text.slice(0, BEGINNING) }];
  return { ...rest, content: beginning, held: JSON.stringify(result).length };
}

/** About how long its JSON is; stops counting past what is sent. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let length = 2;
  for (const [key, member] of Object.entries(value)) {
    length += (isJsonObject(value) ? key.length + 4 : 1) + lengthOf(member);
    if (length > LONGEST_SENT) return length;
  }
  return length;
}
