import { JsonRpcError } from '../jsonrpc/json-rpc-error.js';

/** The code of the specification for a user who says no (client/sampling, 2025-11-25). */
const USER_REJECTED = -1;

/** What a server hears whose question to the model was refused or withdrawn. */
export function samplingRejected(): JsonRpcError {
  return new JsonRpcError({ code: USER_REJECTED, message: 'User rejected sampling request' });
}
