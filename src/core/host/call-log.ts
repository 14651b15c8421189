import type { AgentEvent } from '../../shared/agent-event.js';
import { callOf } from '../../shared/apply-event.js';
import { linesDuring } from '../../shared/call-log.js';
import type { ConversationState } from '../../shared/conversation.js';
import type { ServerId, ServerLogLine } from '../../shared/server.js';
import { lastLines } from '../conversation/last-lines.js';
import type { Redactor } from '../secrets/redactor.js';

interface LogParts {
  readonly manager: { readonly log: (id: ServerId) => readonly ServerLogLine[] };
  readonly audit: { readonly redactor: Redactor };
}

/** The end of a call with the last lines that its server's log got meanwhile; any other event as it is. */
export function withServerLog(event: AgentEvent, state: ConversationState, { manager, audit }: LogParts): AgentEvent {
  if (event.type !== 'tool-finished') return event;
  const call = callOf(state, event.callId);
  if (call?.serverId === undefined || call.startedAt === undefined) return event;
  const lines = linesDuring(manager.log(call.serverId), { startedAt: call.startedAt });
  // The log holds none that was known when it was said; one may have become known since.
  const log = lastLines(lines.map((line) => ({ ...line, text: audit.redactor.knownIn(line.text) })));
  return log.length === 0 ? event : { ...event, log };
}
