import type { AgentEvent } from '../../shared/agent-event.js';
import { isJsonObject } from '../../shared/json.js';

/** Every type of event; the compiler refuses the table when one is missing. */
const TYPES: Readonly<Record<AgentEvent['type'], true>> = {
  'turn-started': true,
  'user-message': true,
  'assistant-started': true,
  'model-retrying': true,
  'tool-set-aside': true,
  'queue-changed': true,
  'context-measured': true,
  'summary-started': true,
  'summary-failed': true,
  'history-summarised': true,
  'summary-undone': true,
  'text-delta': true,
  'thinking-delta': true,
  'tool-call-started': true,
  'tool-input-delta': true,
  'request-broken': true,
  'assistant-finished': true,
  'tool-resolved': true,
  'tool-decided': true,
  'tool-asking': true,
  'tool-edited': true,
  'tool-permission': true,
  'tool-running': true,
  'tool-progress': true,
  'tool-finished': true,
  'history-rewound': true,
  'turn-finished': true,
};

/** True for what this Gatehouse wrote: the file is its own and its version is checked, so the type is enough. */
export function isStoredEvent(value: unknown): value is AgentEvent {
  return isJsonObject(value) && typeof value['type'] === 'string' && Object.hasOwn(TYPES, value['type']);
}
