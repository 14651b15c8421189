import type { ApprovalId } from './approval.js';
import type {
  AssistantMessage,
  CallPermission,
  ContextUse,
  MessageId,
  QueuedMessage,
  RetryReason,
  SetAsideTool,
  ToolCallId,
  TurnId,
  TurnOutcome,
  UserMessage,
} from './conversation.js';
import type { SummaryEvent } from './history-summary.js';
import type { JsonObject } from './json.js';
import type { Decision } from './policy.js';
import type { RequestUsage } from './request-usage.js';
import type { ServerId, ServerLogLine } from './server.js';
import type { RawToolName, ToolBadge, ToolResult } from './tool.js';

/**
 * What happens in a conversation, in order. The durable ones are stored before they are acted on; the passing ones
 * (`isPassingEvent`) only move the view on and are never stored. `at` is ms since the epoch.
 */
export type AgentEvent =
  | SummaryEvent
  | { readonly type: 'turn-started'; readonly turnId: TurnId; readonly at: number }
  | { readonly type: 'user-message'; readonly message: UserMessage }
  | { readonly type: 'assistant-started'; readonly messageId: MessageId; readonly model: string; readonly at: number }
  | {
      readonly type: 'model-retrying';
      readonly attempt: number;
      readonly of: number;
      readonly reason: RetryReason;
      readonly inMs: number;
      readonly at: number;
    }
  /** Right before a request. */
  | { readonly type: 'context-measured'; readonly use: ContextUse }
  /** The whole queue as it is now. */
  | { readonly type: 'queue-changed'; readonly queue: readonly QueuedMessage[]; readonly at: number }
  | { readonly type: 'tool-set-aside'; readonly tool: SetAsideTool; readonly at: number }
  | { readonly type: 'text-delta'; readonly messageId: MessageId; readonly text: string }
  | { readonly type: 'thinking-delta'; readonly messageId: MessageId; readonly text: string }
  | {
      readonly type: 'tool-call-started';
      readonly messageId: MessageId;
      readonly callId: ToolCallId;
      readonly wireName: string;
    }
  | { readonly type: 'tool-input-delta'; readonly callId: ToolCallId; readonly partialJson: string }
  /** A request ended before its answer was whole, or gave none that is of use; what was counted is paid all the same. */
  | { readonly type: 'request-broken'; readonly request: RequestUsage }
  | { readonly type: 'assistant-finished'; readonly message: AssistantMessage }
  | {
      readonly type: 'tool-resolved';
      readonly callId: ToolCallId;
      readonly serverId: ServerId;
      readonly serverName: string;
      readonly tool: RawToolName;
      readonly badges: readonly ToolBadge[];
    }
  | {
      readonly type: 'tool-decided';
      readonly callId: ToolCallId;
      readonly decision: Decision;
      /** Set where it ends a question. */
      readonly at?: number;
    }
  | { readonly type: 'tool-asking'; readonly callId: ToolCallId; readonly approvalId: ApprovalId; readonly at: number }
  /** The user changed the arguments and then allowed the call. */
  | { readonly type: 'tool-edited'; readonly callId: ToolCallId; readonly arguments: JsonObject }
  | {
      readonly type: 'tool-permission';
      readonly callId: ToolCallId;
      readonly permission: CallPermission;
      readonly at?: number;
    }
  | { readonly type: 'tool-running'; readonly callId: ToolCallId; readonly at: number }
  | {
      readonly type: 'tool-progress';
      readonly callId: ToolCallId;
      readonly progress: number;
      readonly total?: number;
      readonly message?: string;
    }
  | {
      readonly type: 'tool-finished';
      readonly callId: ToolCallId;
      readonly result: ToolResult;
      readonly at: number;
      /** The last lines that its server's log got while it ran. */
      readonly log?: readonly ServerLogLine[];
    }
  /** The user went back: these messages, the last of the conversation, and their calls are no part of it any more. */
  | { readonly type: 'history-rewound'; readonly messageIds: readonly MessageId[]; readonly at: number }
  | { readonly type: 'turn-finished'; readonly turnId: TurnId; readonly outcome: TurnOutcome; readonly at: number };

const PASSING: ReadonlySet<AgentEvent['type']> = new Set([
  'assistant-started',
  'model-retrying',
  'context-measured',
  'summary-started',
  'summary-failed',
  'text-delta',
  'thinking-delta',
  'tool-call-started',
  'tool-input-delta',
  'tool-progress',
]);

/** True for events that are shown but not stored: a stored conversation is whole without them. */
export function isPassingEvent(event: AgentEvent): boolean {
  return PASSING.has(event.type);
}
