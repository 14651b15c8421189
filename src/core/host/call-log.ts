import type { AgentEvent } from '../../shared/agent-event.js';
import { callOf } from '../../shared/apply-event.js';
import { linesDuring } from '../../shared/call-log.js';
import type { ConversationState } from '../../shared/conversation.js';
import type { ServerId, ServerLogLine } from '../../shared/server.js';
import { cleanCut } from '../clean-cut.js';
import type { Redactor } from '../secrets/redactor.js';

/** Of one call so much is kept. */
const MOST_LINES = 50;
const MOST_BYTES = 8 * 1024;
/** A line that is cut still says how it begins. */
const LEAST_CUT = 40;

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

/** The last of the lines that fit, oldest first. The oldest that is kept may be cut. */
export function lastLines(lines: readonly ServerLogLine[]): readonly ServerLogLine[] {
  const kept: ServerLogLine[] = [];
  let room = MOST_BYTES;
  for (const line of lines.slice(-MOST_LINES).toReversed()) {
    const size = Buffer.byteLength(line.text);
    if (size > room) {
      const text = beginning(line.text, room);
      if (text.length >= LEAST_CUT) kept.push({ ...line, text: `${text}…` });
      break;
    }
    kept.push(line);
    room -= size;
  }
  return kept.toReversed();
}

/** So much of the text that it has, with an ellipsis, at most so many bytes of UTF-8. */
function beginning(text: string, bytes: number): string {
  let end = Math.min(text.length, bytes);
  while (end > 0 && Buffer.byteLength(text.slice(0, end)) > bytes - 3) end = Math.floor(end * 0.9);
  return text.slice(0, cleanCut(text, end));
}
