import type { JsonRpcErrorResponse, JsonRpcId, JsonRpcMessage } from '../../shared/json-rpc.js';
import { isJsonObject } from '../../shared/json.js';
import { INTERNAL_ERROR } from './json-rpc-error.js';
import { cutDeepParts } from './message-depth.js';

/**
 * The messages in one line of text: one, or several where the peer sent a batch (allowed in 2025-03-26). Undefined where
 * the line is no JSON-RPC. A response whose content is malformed becomes an error response that says so: its request
 * then fails at once instead of waiting for ever. What is nested too deep is cut out, and `onCut` called.
 */
export function parseMessages(line: string, onCut: () => void = ignore): readonly JsonRpcMessage[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (cutDeepParts(value, line)) onCut();
  if (!Array.isArray(value)) {
    const message = readMessage(value);
    return message && [message];
  }
  const entries: readonly unknown[] = value;
  const messages = entries.map(readMessage).filter((message) => message !== undefined);
  return messages.length === 0 ? undefined : messages;
}

function readMessage(value: unknown): JsonRpcMessage | undefined {
  return isMessage(value) ? value : repairedResponse(value);
}

/** The shape of a message by basic/index, 2025-11-25: ids are strings or numbers, params and results are objects. */
function isMessage(value: unknown): value is JsonRpcMessage {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params, result, error } = value;
  if (method !== undefined) {
    return (
      typeof method === 'string' && (id === undefined || isId(id)) && (params === undefined || isJsonObject(params))
    );
  }
  if (result !== undefined) return isId(id) && error === undefined && isJsonObject(result);
  if (!isJsonObject(error)) return false;
  return Number.isInteger(error['code']) && typeof error['message'] === 'string' && (id == null || isId(id));
}

function isId(value: unknown): value is JsonRpcId {
  return typeof value === 'string' || typeof value === 'number';
}

function repairedResponse(value: unknown): JsonRpcErrorResponse | undefined {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return undefined;
  const { id, method, error } = value;
  if (method !== undefined || !isId(id)) return undefined;
  const said = isJsonObject(error) && typeof error['message'] === 'string' ? `: ${error['message']}` : '.';
  const message = `The server's answer is no valid JSON-RPC response${said}`;
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } };
}

function ignore(): void {}
