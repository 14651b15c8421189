import type { AgentEvent } from './agent-event.js';
import { assertNever } from './assert-never.js';
import type { ToolCallRecord } from './conversation.js';

/** What happens to a call once its message has come. */
export type CallEvent = Extract<
  AgentEvent,
  {
    type:
      | 'tool-resolved'
      | 'tool-decided'
      | 'tool-asking'
      | 'tool-edited'
      | 'tool-permission'
      | 'tool-running'
      | 'tool-progress'
      | 'tool-finished';
  }
>;

/** What a call that has not finished is after one more event; the very same record where the event moves nothing. */
export function movedCall(call: ToolCallRecord, event: CallEvent): ToolCallRecord {
  switch (event.type) {
    case 'tool-resolved':
      return {
        ...call,
        serverId: event.serverId,
        serverName: event.serverName,
        tool: event.tool,
        badges: event.badges,
      };
    case 'tool-decided':
      return { ...call, stage: 'deciding', decision: event.decision, ...answered(call, event) };
    case 'tool-asking':
      return asked(call, event);
    case 'tool-edited':
      return { ...call, editedArguments: event.arguments };
    case 'tool-permission':
      return { ...call, stage: 'deciding', permission: event.permission, ...answered(call, event) };
    case 'tool-running':
      // A denied call has no path to `running`, whatever order the events claim.
      return call.permission?.kind === 'refused' ? call : { ...call, stage: 'running', startedAt: event.at };
    case 'tool-progress': {
      if (call.stage !== 'running') return call;
      const { progress, total, message } = event;
      return {
        ...call,
        progress: {
          progress,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message }),
        },
      };
    }
    case 'tool-finished': {
      const { at: finishedAt, result, log } = event;
      return { ...call, stage: 'finished', finishedAt, result, ...(log === undefined ? {} : { log }) };
    }
    default:
      return assertNever(event);
  }
}

/** A question that is asked anew has no answer yet. */
function asked(call: ToolCallRecord, event: Extract<CallEvent, { type: 'tool-asking' }>): ToolCallRecord {
  const { answeredAt: _answeredAt, ...rest } = call;
  return { ...rest, stage: 'asking', approvalId: event.approvalId, askedAt: event.at };
}

/** When the question of the call was answered, where this is what ended it. */
function answered({ askedAt, answeredAt }: ToolCallRecord, { at }: { readonly at?: number }) {
  return askedAt === undefined || answeredAt !== undefined || at === undefined ? {} : { answeredAt: at };
}
