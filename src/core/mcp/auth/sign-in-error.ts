import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi';
import { errorMessage, GatehouseError } from '../../errors.js';
import { logLine } from '../transports/log-lines.js';

const QUOTED = 300;
/** Failures of the moment: trying again may help. */
const PASSING: readonly string[] = [
  'unreachable',
  'timeout',
  'connection-lost',
  'connection-closed',
  'cancelled',
  'idle',
];

/** What a token endpoint says where it can't answer now (RFC 6749, 4.1.2.1; RFC 8628, 3.5), besides its status. */
const BUSY: readonly string[] = ['server_error', 'slow_down', 'temporarily_unavailable'];

/** What went wrong at a sign-in server, as a sentence. */
export function signInError(issuer: string, error: unknown): GatehouseError {
  if (error instanceof GatehouseError) return error;
  const status = statusOf(error);
  if (status !== undefined && (status >= 500 || status === 429 || isBusy(error))) {
    const text = `${issuer} answered the request for a token with HTTP ${status}. Try again later.`;
    return new GatehouseError('unreachable', text, { parts: { address: issuer, status: String(status) } });
  }
  if (error instanceof ResponseBodyError) {
    const parts = { issuer, said: words(error.error, error.error_description) };
    const text = `${issuer} refused to give a token: ${parts.said}. Sign in again, or check the client's registration.`;
    return new GatehouseError('token-refused', text, { cause: error, parts });
  }
  if (error instanceof AuthorizationResponseError) {
    const parts = { issuer, said: words(error.error, error.error_description) };
    const text = `${issuer} did not let you in: ${parts.said}. Try again, or sign in with another account.`;
    return new GatehouseError('sign-in-refused', text, { cause: error, parts });
  }
  // The parameters of an answer that does not hold are not quoted: they may be an attacker's.
  const why = errorMessage(error);
  const text = `The answer of ${issuer} can't be trusted: ${why}. Nothing was sent to it.`;
  return new GatehouseError('sign-in-failed', text, { cause: error, parts: { issuer, why } });
}

/** The HTTP status of the answer that the OAuth library could not take. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof ResponseBodyError) return error.status;
  return error instanceof Error && error.cause instanceof Response ? error.cause.status : undefined;
}

function isBusy(error: unknown): boolean {
  return error instanceof ResponseBodyError && BUSY.includes(error.error);
}

/** The code by which a token endpoint refused (RFC 6749, 5.2). */
export function refusalCode(error: unknown): string | undefined {
  const cause = error instanceof GatehouseError ? error.cause : error;
  return cause instanceof ResponseBodyError ? cause.error : undefined;
}

export function isPassing(error: unknown): boolean {
  return error instanceof GatehouseError && PASSING.includes(error.code);
}

function words(code: string, description: string | undefined): string {
  const all = description === undefined ? code : `${code}, ${description}`;
  return logLine(all.slice(0, QUOTED)).replace(/\s+/g, ' ').replace(/\.$/, '');
}
