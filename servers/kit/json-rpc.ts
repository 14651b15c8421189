import { isJsonObject, jsonKind } from './json.js';
import type { JsonObject } from './json.js';

/** A string or an integer, never null (basic/index, 2025-11-25). */
export type RpcId = string | number;

/** The codes of JSON-RPC 2.0, section 5.1. */
export const RPC_CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

/** A refusal by the protocol, as against a tool that failed. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

/** What one received JSON value turned out to be. */
export type Incoming =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'response' }
  | { readonly kind: 'invalid'; readonly id: RpcId | null; readonly why: string };

/** Sorts a received value; params that are left out become `{}`. */
export function readIncoming(value: unknown): Incoming {
  if (!isJsonObject(value))
    return { kind: 'invalid', id: null, why: `A message is an object, not ${jsonKind(value)}.` };
  const id = isRpcId(value['id']) ? value['id'] : null;
  if (value['jsonrpc'] !== '2.0') return { kind: 'invalid', id, why: '"jsonrpc" must be "2.0".' };
  const { method, params } = value;
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'response' };
  if (typeof method !== 'string') return { kind: 'invalid', id, why: '"method" must be a string.' };
  if (params !== undefined && !isJsonObject(params)) {
    return { kind: 'invalid', id, why: `"params" must be an object, not ${jsonKind(params)}.` };
  }
  if (!('id' in value)) return { kind: 'notification', method, params: params ?? {} };
  if (id === null) return { kind: 'invalid', id, why: '"id" must be a string or an integer.' };
  return { kind: 'request', id, method, params: params ?? {} };
}

/** True for what can be the id of a request. */
export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || Number.isInteger(value);
}

export function resultOf(id: RpcId, result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result };
}

/** `id` is null where the message was too broken to tell it (JSON-RPC 2.0, section 5). */
export function errorOf(id: RpcId | null, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
