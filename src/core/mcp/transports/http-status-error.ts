import type { JsonRpcErrorBody } from '../../../shared/json-rpc.js';
import type { ToldParts } from '../../../shared/told.js';
import { GatehouseError } from '../../errors.js';
import type { ResponseHead } from '../../http/http-exchange.js';
import { parseMessages } from '../../jsonrpc/json-rpc-message.js';
import { retryAfterMs } from './backoff.js';
import { logLine } from './log-lines.js';

const QUOTED = 300;

/** A server answered a message with an HTTP status that is no success. */
export class HttpStatusError extends GatehouseError {
  readonly status: number;
  readonly wwwAuthenticate: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The JSON-RPC error in the body, where there is one. */
  readonly rpcError: JsonRpcErrorBody | undefined;

  /** `what` was sent: the method of a message, or what a request was for. `body` may be cut. */
  constructor(what: string, head: ResponseHead, body: string) {
    const rpcError = rpcErrorIn(body);
    const said = rpcError?.message ?? readable(head, body);
    super(codeOf(head.status), sentence(what, head, said), { parts: partsOf(what, head, said) });
    this.status = head.status;
    this.wwwAuthenticate = challengeOf(head);
    this.retryAfterMs = retryAfterMs(head.headers['retry-after']);
    this.rpcError = rpcError;
  }
}

export function challengeOf({ headers }: ResponseHead): string | undefined {
  const challenge = headers['www-authenticate'];
  return Array.isArray(challenge) ? challenge.join(', ') : challenge;
}

function rpcErrorIn(body: string): JsonRpcErrorBody | undefined {
  const message = parseMessages(body)?.[0];
  return message !== undefined && 'error' in message ? message.error : undefined;
}

function codeOf(status: number): string {
  if (status === 401) return 'sign-in-required';
  return status === 403 ? 'forbidden' : 'http-status';
}

/** A page made for people tells nothing in a sentence. */
function readable({ headers }: ResponseHead, body: string): string {
  return String(headers['content-type'] ?? '').includes('html') ? '' : body;
}

function sentence(what: string, { status, url }: ResponseHead, said: string): string {
  const words = quoted(said);
  const quote = words === '' ? '' : ` It says: ${words}`;
  return `${url.origin} answered ${what} with HTTP ${status}.${quote} ${nextStep(status)}`;
}

function partsOf(method: string, { status, url }: ResponseHead, said: string): ToldParts {
  const words = quoted(said);
  return { address: url.origin, method, status: String(status), ...(words === '' ? {} : { said: words }) };
}

function quoted(said: string): string {
  return logLine(said.slice(0, QUOTED)).replace(/\s+/g, ' ');
}

function nextStep(status: number): string {
  if (status === 401) return 'Sign in, or check the credentials in the headers of the server.';
  if (status === 403) return 'The account may not do this. Check its rights, or sign in with another.';
  if (status === 404 || status === 405) return 'Check the address of the server.';
  if (status === 429) return 'It is asked too often. Wait before trying again.';
  return status >= 500 ? 'The server has a problem. Try again later.' : 'Check the settings of the server.';
}
