import type { JsonObject } from '../../shared/json.js';
import type { RawToolName, RejectedTool, ToolDefinition, ToolResult } from '../../shared/tool.js';
import type { Unsubscribe } from '../observable.js';
import type { OnWithdrawn } from './asking-requests.js';
import type { Era } from './revisions/revision.js';
import type { LoggingVerbs } from './session-logging.js';
import type { CompletionVerbs, PromptVerbs } from './session-prompts.js';
import type { ResourceVerbs } from './session-resources.js';
import type { TaskState, TaskVerbs } from './session-tasks.js';
import type { CloseReason } from './transport.js';

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface CallOptions {
  /** Aborting sends `notifications/cancelled` and rejects with code `cancelled`; a late answer is ignored. */
  readonly signal?: AbortSignal;
  /** Without an answer or progress for this long the call rejects with code `timeout`. ms; default 60,000. */
  readonly timeoutMs?: number;
  /** The hard maximum that progress does not move. ms; default 20 minutes. */
  readonly maxTotalMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Hears of the task where the server makes one of the call; its id can be kept to resume it later. */
  readonly onTask?: (task: TaskState) => void;
  /** Hears of what the server asked in this call when that goes with it: the call was given up first. */
  readonly onWithdrawn?: OnWithdrawn | undefined;
}

export interface ListOptions {
  readonly signal?: AbortSignal;
  /** Asks the server even where an earlier list may still be used. */
  readonly fresh?: boolean;
}

export interface ToolList {
  readonly tools: readonly ToolDefinition[];
  /** Entries that are no usable tool (no name, a name twice, no object schema), each with its reason. */
  readonly rejected: readonly RejectedTool[];
}

/** A connection after its handshake, as far as tools go: MCP's verbs exist only here. */
export interface ToolSession {
  readonly serverInfo: { readonly name: string; readonly version: string; readonly title?: string };
  /** The negotiated revision, such as `2025-11-25`. */
  readonly revision: string;
  readonly capabilities: JsonObject;
  readonly instructions?: string;
  /** Walks every page (at most 1,000). Rejects with code `too-many-pages` past that. */
  listTools(options?: ListOptions): Promise<ToolList>;
  /**
   * Resolves for every result of the server, `isError` ones included. Rejects with a `JsonRpcError` for a protocol
   * error, else a `GatehouseError` with code `timeout`, `cancelled`, `too-large` or `connection-closed`; in the modern
   * era also `invalid-result`, `too-many-rounds` or `missing-capability`.
   */
  callTool(name: RawToolName, args: JsonObject, options?: CallOptions): Promise<ToolResult>;
  onToolsChanged(listener: () => void): Unsubscribe;
  /** Resolves once, when the connection has ended for whatever reason. */
  readonly closed: Promise<CloseReason>;
  /** Idempotent. */
  close(): Promise<void>;
}

/** Everything that can be asked of a server. A verb that the server does not declare gives nothing and says so in the log. */
export interface McpSession extends ToolSession, CompletionVerbs {
  readonly era: Era;
  /** What the next connection to this server should be told as `knownEra`. */
  readonly knownEra: Era;
  readonly resources: ResourceVerbs;
  readonly prompts: PromptVerbs;
  readonly logging: LoggingVerbs;
  readonly tasks: TaskVerbs;
  /** Resolves when the server answered; where there is no ping any more, it is asked what it can do. */
  ping(options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number }): Promise<void>;
  /** The roots of the port are others now. The modern era has no such message: servers ask when they need them. */
  rootsChanged(): Promise<void>;
}
