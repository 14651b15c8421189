import { GatehouseError } from '../../errors.js';
import type { ResponseHead } from '../../http/http-exchange.js';
import { mediaType } from './http-link.js';
import { logLine } from './log-lines.js';

/** The answer is gone, and nobody can tell what became of the request. */
export function answerLost(what: string, cause?: unknown): GatehouseError {
  const text = `${what} It may have been carried out: check before trying again.`;
  return new GatehouseError('answer-lost', text, cause === undefined ? {} : { cause });
}

/** The body of a success is something else, such as the sign-in page of a hotel. */
export function notJsonRpc(name: string, head: ResponseHead, body: string): GatehouseError {
  const type = mediaType(head) === '' ? 'no content type' : mediaType(head);
  const start = logLine(body.slice(0, 200)).replace(/\s+/g, ' ');
  const text = `${head.url.origin} answered ${name} with something that is no JSON-RPC (${type}): ${start} Check that the address is that of an MCP server.`;
  return new GatehouseError('bad-answer', text);
}

export function answerTooLarge(name: string, bytes: number): GatehouseError {
  const mb = (bytes / 1_048_576).toFixed(1);
  const text = `The server's answer to ${name} has at least ${mb} MB, which is over the limit. Ask it for less.`;
  return new GatehouseError('too-large', text);
}
