import type { AgentEvent } from '../../shared/agent-event.js';
import type { CallDesk, RequestedCall } from './call-desk.js';
import { CallRecord } from './call-record.js';

/** A desk at which one call lies, with its record. */
export interface RecordedDesk extends CallDesk {
  readonly record: CallRecord;
}

/** Whatever is told of the call is heard by its record too. */
export function recordedDesk(call: RequestedCall, desk: CallDesk): RecordedDesk {
  const { conversationId, audit, clock, signal, pool } = desk;
  const tool = pool.resolve(call.name);
  const { id: callId, name: wireName, input } = call;
  const record = new CallRecord(audit, { conversationId, callId, wireName, input, tool }, clock);
  const emit = (event: AgentEvent): void => {
    const stopped = event.type === 'tool-finished' && event.result.stopped !== undefined;
    record.hear(event, signal.aborted || stopped);
    desk.emit(event);
  };
  return { ...desk, emit, record };
}
