import type { AgentEvent } from '../../shared/agent-event.js';
import type { ApprovalId, ApprovalOutcome, ChangedFact, QueuePlace } from '../../shared/approval.js';
import type { AssistantBlock, CallPermission, ConversationId, ToolCallId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { Decision } from '../../shared/policy.js';
import type { ToolResult } from '../../shared/tool.js';
import type { Clock } from '../clock.js';
import type { Hooks, ToolUse } from '../hooks/hooks.js';
import type { Emitter } from '../observable.js';
import type { ValidatorCache } from '../schema/validator.js';
import type { ToolPool } from '../tools/tool-pool.js';
import type { Tool } from '../tools/tool.js';
import type { CallAudit } from './call-record.js';
import { errorResult } from './error-results.js';
import type { TurnMemory } from './turn-memory.js';

export type RequestedCall = Extract<AssistantBlock, { type: 'tool_use' }>;

/** A call that policy has decided on. */
export interface DecidedUse {
  readonly use: ToolUse;
  readonly decision: Decision;
}

/** A call that the user is asked about. */
export interface AskedCall extends DecidedUse {
  readonly queue?: QueuePlace;
  /** Set where it was allowed already and something changed before it was written. */
  readonly changed?: readonly ChangedFact[];
  /** Called when the question stands in the queue. */
  readonly onAsking: (id: ApprovalId) => void;
  /** Asked right before the question is shown: an outcome where it is settled already. */
  readonly settled: () => Promise<ApprovalOutcome | undefined>;
  /** The call with arguments that the user changed, decided anew; a string says why it may not be. */
  readonly revise: (args: JsonObject) => Promise<DecidedUse | string>;
}

/** What a call needs of the turn it belongs to. */
export interface CallDesk {
  readonly conversationId: ConversationId;
  /** What the model was offered in the request that it answered. */
  readonly pool: ToolPool;
  readonly memory: TurnMemory;
  /** True where what was read in a turn keeps tools that write or send from running by themselves. */
  readonly asksAfterReading: () => boolean;
  readonly validators: ValidatorCache;
  readonly hooks: Hooks;
  /** Asks policy. Must not throw for a call that it can refuse. */
  readonly decide: (use: ToolUse) => Promise<Decision>;
  /** Whether the name of a tool has one of the words that make it always ask. */
  readonly looksDangerous: (tool: Tool) => boolean;
  /** Asks the user. Questions are shown in the order in which this is called. */
  readonly approve: (asked: AskedCall, signal: AbortSignal) => Promise<ApprovalOutcome>;
  /** The tool as its server offers it now; undefined where it is gone. */
  readonly current: (tool: Tool) => Tool | undefined;
  /** Durable events are stored when it returns; it throws where they can't be. */
  readonly emit: (event: AgentEvent) => void;
  readonly audit: CallAudit;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Tells that the user wants one running call to end; the turn goes on. */
  readonly cancelCall?: Emitter<ToolCallId>;
}

/** A call that is over. */
export interface Done {
  readonly at: 'done';
  readonly result: ToolResult;
}

export function done(result: ToolResult): Done {
  return { at: 'done', result };
}

/** Ends a call that does not run, with what the model is told. */
export function refused(
  callId: RequestedCall['id'],
  by: Extract<CallPermission, { kind: 'refused' }>['by'],
  text: string,
  desk: Pick<CallDesk, 'clock' | 'emit'>,
): Done {
  desk.emit({ type: 'tool-permission', callId, permission: { kind: 'refused', by }, at: desk.clock.now() });
  return done(errorResult(text));
}
