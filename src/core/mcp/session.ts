import type { JsonObject } from '../../shared/json.js';
import type { RawToolName, RejectedTool, ToolDefinition, ToolResult } from '../../shared/tool.js';
import type { Unsubscribe } from '../observable.js';
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
}

export interface ToolList {
  readonly tools: readonly ToolDefinition[];
  /** Entries that are no usable tool (no name, a name twice, no object schema), each with its reason. */
  readonly rejected: readonly RejectedTool[];
}

/** A connection after its handshake: MCP's verbs exist only here, so nothing can be called before it. */
export interface McpSession {
  readonly serverInfo: { readonly name: string; readonly version: string; readonly title?: string };
  /** The negotiated revision, such as `2025-11-25`. */
  readonly revision: string;
  readonly capabilities: JsonObject;
  readonly instructions?: string;
  /** Walks every page (at most 1,000). Rejects with code `too-many-pages` past that. */
  listTools(options?: { readonly signal?: AbortSignal }): Promise<ToolList>;
  /**
   * Resolves for every result of the server, `isError` ones included. Rejects with a `JsonRpcError` for a protocol
   * error, else a `GatehouseError` with code `timeout`, `cancelled`, `too-large` or `connection-closed`.
   */
  callTool(name: RawToolName, args: JsonObject, options?: CallOptions): Promise<ToolResult>;
  onToolsChanged(listener: () => void): Unsubscribe;
  /** Resolves once, when the connection has ended for whatever reason. */
  readonly closed: Promise<CloseReason>;
  /** Idempotent. */
  close(): Promise<void>;
}
