import type { JsonObject, JsonValue } from './json.js';

/** JSON-RPC 2.0 as MCP uses it: an id is a string or an integer, never null (basic/index, 2025-11-25). */
export type JsonRpcId = string | number;

export interface JsonRpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

export interface JsonRpcResult {
  readonly jsonrpc: '2.0';
  readonly id: JsonRpcId;
  readonly result: JsonObject;
}

export interface JsonRpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}

export interface JsonRpcErrorResponse {
  readonly jsonrpc: '2.0';
  /** Absent where the sender could not read the id of what it refuses. */
  readonly id?: JsonRpcId | null;
  readonly error: JsonRpcErrorBody;
}

export type JsonRpcResponse = JsonRpcResult | JsonRpcErrorResponse;
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;
