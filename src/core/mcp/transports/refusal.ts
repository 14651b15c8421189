import type { JsonRpcId, JsonRpcMessage } from '../../../shared/json-rpc.js';
import { parseMessages } from '../../jsonrpc/json-rpc-message.js';

/** Errors that only a server of the revision 2026-07-28 gives (basic/index). */
const MODERN_CODES: readonly number[] = [-32_020, -32_021, -32_022];

/**
 * The JSON-RPC error in the body of a refusal that answers the request `id`, such as "method not found" with a 404.
 * Servers that could not read the id leave it out; where the code proves that a modern server speaks, it is clear which
 * request is meant. Undefined where the status has to speak for itself.
 */
export function answerInRefusal(id: JsonRpcId | undefined, body: string): JsonRpcMessage | undefined {
  const message = parseMessages(body)?.[0];
  if (id === undefined || message === undefined || !('error' in message)) return undefined;
  if (message.id === id) return message;
  return message.id == null && isModernCode(message.error.code) ? { ...message, id } : undefined;
}

export function isModernCode(code: number): boolean {
  return MODERN_CODES.includes(code);
}
