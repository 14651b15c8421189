import { HttpStatusError } from './http-status-error.js';
import { isModernCode } from './refusal.js';

/**
 * Whether a server that refused the first POST may be one of the revision 2024-11-05, which speaks over HTTP+SSE: "400,
 * 404 or 405" (basic/transports, backwards compatibility, 2025-11-25), unless its words are those of a modern server.
 */
export function mayBeLegacySse(error: unknown): boolean {
  if (!(error instanceof HttpStatusError)) return false;
  if (error.status !== 400 && error.status !== 404 && error.status !== 405) return false;
  return error.rpcError === undefined || !isModernCode(error.rpcError.code);
}
