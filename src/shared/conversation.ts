import type { ApprovalId, AllowScope } from './approval.js';
import type { Brand } from './brand.js';
import type { HistorySummary, SummaryWork } from './history-summary.js';
import type { ChatFile, PartSource } from './chat-file.js';
import type { JsonObject } from './json.js';
import type { Decision } from './policy.js';
import type { RequestUsage } from './request-usage.js';
import type { ServerId, ServerLogLine } from './server.js';
import type { Told } from './told.js';
import type { RawToolName, ToolBadge, ToolResult } from './tool.js';

export type ConversationId = Brand<'ConversationId'>;
export type MessageId = Brand<'MessageId'>;
export type TurnId = Brand<'TurnId'>;
/** The model's `tool_use` id. */
export type ToolCallId = Brand<'ToolCallId'>;

/** A part of what the user said. `source`: a server gave it, and the user chose to send it. */
export type UserBlock =
  | { readonly type: 'text'; readonly text: string; readonly source?: PartSource }
  | { readonly type: 'file'; readonly file: ChatFile; readonly source?: PartSource };

/** Blocks of an assistant message in the Messages API's own words. Thinking stays byte-exact: it is signed. */
export type AssistantBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use';
      readonly id: ToolCallId;
      readonly name: string;
      readonly input: JsonObject;
      /** Set where the streamed JSON did not parse; `input` is then empty and the call never runs. */
      readonly invalidJson?: string;
    };

export interface ModelUsage {
  /** All that the model read, from its cache or not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input: read from the cache. Absent where the server says nothing of a cache. */
  readonly cacheReadTokens?: number;
  /** Of the input: written into the cache. */
  readonly cacheWriteTokens?: number;
}

/** About how many tokens a request had, and how many of them servers account for: definitions and results of tools. */
export interface RequestShares {
  readonly total: number;
  /** The largest first; small ones may be left out. */
  readonly servers: readonly { readonly serverName: string; readonly tokens: number }[];
}

export interface UserMessage {
  readonly role: 'user';
  readonly id: MessageId;
  readonly at: number;
  readonly blocks: readonly UserBlock[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly id: MessageId;
  /** When it was whole, or while it streams when it began. */
  readonly at: number;
  /** When its first piece came; absent in chats of older versions. */
  readonly startedAt?: number;
  readonly model: string;
  readonly blocks: readonly AssistantBlock[];
  /** False while it streams, and for ever where the stream was cut. Its tools never run. */
  readonly complete: boolean;
  /** The API's `stop_reason`, unchanged. */
  readonly stopReason?: string;
  readonly usage?: ModelUsage;
  /** Of the request that it answers. */
  readonly shares?: RequestShares;
}

export type ChatMessage = UserMessage | AssistantMessage;

/** Where a call stands. A denied call has no path to `running`. */
export type ToolCallStage = 'streaming' | 'deciding' | 'asking' | 'running' | 'finished';

/** How it was settled whether the call may run. */
export type CallPermission =
  | { readonly kind: 'automatic' }
  | { readonly kind: 'user'; readonly scope: AllowScope }
  | { readonly kind: 'refused'; readonly by: 'policy' | 'user' | 'unanswered' | 'cancelled' | 'hook' | 'record' };

/** One tool call, from the first streamed byte to its result. Its result is told to the model exactly once. */
export interface ToolCallRecord {
  readonly id: ToolCallId;
  readonly messageId: MessageId;
  /** The name the model used. */
  readonly wireName: string;
  /** Absent where the name is of no tool in the pool. */
  readonly serverId?: ServerId;
  readonly serverName?: string;
  readonly tool?: RawToolName;
  readonly badges: readonly ToolBadge[];
  readonly stage: ToolCallStage;
  readonly decision?: Decision;
  readonly permission?: CallPermission;
  readonly approvalId?: ApprovalId;
  /** When the question was put into the queue, and when it was answered; absent in chats of older versions. */
  readonly askedAt?: number;
  readonly answeredAt?: number;
  /** What the call ran with, where the user changed what the model had asked for. */
  readonly editedArguments?: JsonObject;
  readonly progress?: { readonly progress: number; readonly total?: number; readonly message?: string };
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly result?: ToolResult;
  /** The last lines that its server's log got while it ran; absent where it got none, and in chats of older versions. */
  readonly log?: readonly ServerLogLine[];
}

export type TurnOutcome =
  | { readonly kind: 'completed' }
  | { readonly kind: 'cancelled' }
  /** A limit of the turn was reached, the cap on rounds where `by` says nothing else; the user may continue. */
  | { readonly kind: 'limit'; readonly rounds: number; readonly by?: TurnLimit }
  | ({ readonly kind: 'failed' } & Told);

/** What else than rounds a turn ended at. */
export type TurnLimit =
  | { readonly kind: 'tokens'; readonly tokens: number }
  | { readonly kind: 'time'; readonly minutes: number }
  /** US dollars, at the prices that are known. */
  | { readonly kind: 'cost'; readonly dollars: number }
  /** The same call gave the same result so many times. */
  | { readonly kind: 'repeats'; readonly tool: string; readonly times: number };

export type RetryReason = 'rate-limited' | 'overloaded' | 'network' | 'stream-cut';

/** A model request that failed and is sent again. */
export interface ModelRetry {
  /** Which request it will be, from 2 on, and how many there are at most. */
  readonly attempt: number;
  readonly of: number;
  readonly reason: RetryReason;
  /** When it is sent, ms since the epoch. */
  readonly until: number;
}

/** A tool that is not offered in this conversation any more: the model server refused its definition. */
export interface SetAsideTool {
  readonly serverId: ServerId;
  readonly serverName: string;
  readonly tool: RawToolName;
  /** Another definition of the tool is offered again. */
  readonly fingerprint: string;
  /** The model server's own words. */
  readonly why: string;
}

/** What the user said while a turn ran; it is sent after it. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  /** What hooks added to it. */
  readonly context: readonly string[];
  /** What is sent before the text: files, and what servers gave. */
  readonly parts?: readonly UserBlock[];
}

/** About how many tokens the last request took of what the model can read, by part. */
export interface ContextUse {
  readonly window: number;
  /** All of it, as the model server counted it. Absent: the parts are all there is, and they are estimated. */
  readonly counted?: number;
  readonly system: number;
  /** The definitions of each server's tools. */
  readonly tools: readonly { readonly serverName: string; readonly tokens: number }[];
  /** Tools that wait to be found, so that their definitions take nothing; absent where all are sent. */
  readonly deferred?: number;
  readonly history: number;
}

export type TurnState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly turnId: TurnId; readonly since: number; readonly retry?: ModelRetry }
  | { readonly kind: 'ended'; readonly turnId: TurnId; readonly outcome: TurnOutcome };

/** A whole conversation: what `applyEvent` makes of its events. */
export interface ConversationState {
  readonly id: ConversationId;
  readonly messages: readonly ChatMessage[];
  readonly calls: Readonly<Record<string, ToolCallRecord>>;
  readonly turn: TurnState;
  /** Arguments that are still streaming, by call: JSON that is not whole. It is shown, and nothing is made of it. */
  readonly unfinished?: Readonly<Record<string, string>>;
  readonly setAside?: readonly SetAsideTool[];
  readonly queue?: readonly QueuedMessage[];
  /** Of the last request since the app was started. */
  readonly context?: ContextUse;
  /** The last one is sent in place of what it stands for; the others hold again when it goes. */
  readonly summaries?: readonly HistorySummary[];
  /** Where the user undid a summary: none ends there or earlier by itself again. */
  readonly keptWhole?: readonly MessageId[];
  readonly summaryWork?: SummaryWork;
  /** Every answered request, in order. */
  readonly requests?: readonly RequestUsage[];
}

/** A line of the list of conversations. */
export interface ConversationSummary {
  readonly id: ConversationId;
  /** Empty until the first message names it. */
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Stands at the top of the list. */
  readonly pinned?: boolean;
  /** Deleted then, ms since the epoch; it can still come back. */
  readonly deletedAt?: number;
}
