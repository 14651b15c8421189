import type { JsonRpcErrorBody } from '../../shared/json-rpc.js';
import type { JsonValue } from '../../shared/json.js';

/** Codes of JSON-RPC 2.0 that this side sends or looks at. */
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/**
 * A peer answered a request with an error: `code` is the number from the wire and `message` the peer's own words. Thrown
 * by a handler here, it is what the peer is answered.
 */
export class JsonRpcError extends Error {
  override readonly name = 'JsonRpcError';
  readonly code: number;
  readonly data: JsonValue | undefined;

  constructor(body: JsonRpcErrorBody) {
    super(body.message);
    this.code = body.code;
    this.data = body.data;
  }
}
