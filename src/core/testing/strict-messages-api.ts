import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonObject } from '../../shared/json.js';
import { isJsonObject } from '../../shared/json.js';
import type { Reply, ReplyBlock } from '../model/message-stream.js';
import { replyEvents, sseText } from '../model/message-stream.js';
import { checkMessagesRequest, invalidRequest } from './messages-request-check.js';

/** What the server does with one request for a message that it does not refuse. */
export type ScriptedAnswer =
  /** Streams the blocks; `cutAfterBytes` breaks the connection after so many bytes of the body. */
  | {
      readonly kind: 'reply';
      readonly blocks: readonly ReplyBlock[];
      readonly stopReason?: string;
      /** As the API counts: without what its cache took. */
      readonly inputTokens?: number;
      readonly cacheReadTokens?: number;
      readonly cacheWriteTokens?: number;
      readonly cutAfterBytes?: number;
      /** Ends the body properly where it is cut, as a proxy does. */
      readonly endAtCut?: boolean;
      /** Streams the first half, then waits until the client goes away. */
      readonly stall?: boolean;
    }
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly type: string;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** `error.details`, such as its `error_code`. */
      readonly details?: JsonObject;
    }
  /** An error that comes as an event, after a 200 and the first half of the blocks. */
  | {
      readonly kind: 'stream-error';
      readonly type: string;
      readonly message: string;
      readonly blocks: readonly ReplyBlock[];
    };

/** A script answers by the body of the request and how many came before it. */
export type Script = (body: JsonObject, index: number) => ScriptedAnswer;

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  /** What the client was told where the request was refused. */
  readonly refusal?: string;
}

export interface StrictMessagesApiOptions {
  readonly script: Script | readonly ScriptedAnswer[];
  readonly models?: readonly JsonObject[];
  /** Models on one page of the list. Default 20. */
  readonly pageSize?: number;
  /** What is counted for the body of `POST /v1/messages/count_tokens`. Without it the server knows no such way. */
  readonly countTokens?: (body: JsonObject) => number;
  /** The one key that is taken. Default: any. */
  readonly apiKey?: string;
}

export interface StrictMessagesApi {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

export const SCRIPTED_MODEL: JsonObject = {
  type: 'model',
  id: 'claude-sonnet-test',
  display_name: 'Claude Sonnet Test',
  created_at: '2026-01-01T00:00:00Z',
};

/**
 * A Messages API on loopback that refuses what the real one refuses (`checkMessagesRequest`) and streams scripted
 * replies like it. A list of answers is used in order; a request beyond its end is refused with 500.
 */
export async function startStrictMessagesApi(options: StrictMessagesApiOptions): Promise<StrictMessagesApi> {
  const requests: RecordedRequest[] = [];
  let answered = 0;
  const answer = (body: JsonObject): ScriptedAnswer => {
    const index = answered;
    answered += 1;
    if (typeof options.script === 'function') return options.script(body, index);
    return (
      options.script[index] ?? {
        kind: 'error',
        status: 500,
        type: 'api_error',
        message: `The script has no answer for request ${index + 1}`,
        headers: { 'x-should-retry': 'false' },
      }
    );
  };
  const server = createServer((request, response) => {
    handle(request, response, options, requests, answer).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: StrictMessagesApiOptions,
  requests: RecordedRequest[],
  answer: (body: JsonObject) => ScriptedAnswer,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await readJson(request);
  const record = (refusal?: string) => {
    const { method = '', headers } = request;
    requests.push({ method, path: url.pathname, headers, body, ...(refusal === undefined ? {} : { refusal }) });
  };
  const refuse = (status: number, type: string, message: string): void => {
    record(message);
    sendError(response, status, type, message);
  };
  const authentication = checkKey(request, options.apiKey);
  if (authentication !== undefined) return refuse(401, 'authentication_error', authentication);
  if (request.method === 'GET' && url.pathname === '/v1/models') {
    record();
    return sendModels(response, url, options);
  }
  if (request.method === 'POST' && url.pathname === '/v1/messages/count_tokens' && options.countTokens !== undefined) {
    // It takes what the other takes, but for the limit of an answer that there is none of.
    const problem = isJsonObject(body) ? checkMessagesRequest({ ...body, max_tokens: 1 }) : invalidRequest('no JSON');
    if (problem !== undefined) return refuse(problem.status, problem.type, problem.message);
    record();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ input_tokens: isJsonObject(body) ? options.countTokens(body) : 0 }));
    return undefined;
  }
  if (request.method !== 'POST' || url.pathname !== '/v1/messages') return refuse(404, 'not_found_error', 'Not Found');
  const refusal = isJsonObject(body)
    ? checkMessagesRequest(body)
    : invalidRequest('The request body is not valid JSON');
  if (refusal !== undefined) return refuse(refusal.status, refusal.type, refusal.message);
  record();
  return isJsonObject(body) ? play(response, answer(body), body) : undefined;
}

/** The API takes the key as `x-api-key` or as a bearer token; its SDK sends the one or the other by version. */
function checkKey(request: IncomingMessage, expected: string | undefined): string | undefined {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const key = request.headers['x-api-key'] ?? bearer;
  if (key === undefined || key === '') return 'x-api-key header is required';
  return expected === undefined || key === expected ? undefined : 'invalid x-api-key';
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function sendError(
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  details?: JsonObject,
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test', ...headers });
  response.end(
    JSON.stringify({
      type: 'error',
      error: { type, message, ...(details === undefined ? {} : { details }) },
      request_id: 'req_test',
    }),
  );
}

function sendModels(response: ServerResponse, url: URL, options: StrictMessagesApiOptions): void {
  const models = options.models ?? [SCRIPTED_MODEL];
  const after = url.searchParams.get('after_id');
  const start = after === null ? 0 : models.findIndex((model) => model['id'] === after) + 1;
  const data = models.slice(start, start + (options.pageSize ?? 20));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      data,
      has_more: start + data.length < models.length,
      first_id: data[0]?.['id'] ?? null,
      last_id: data.at(-1)?.['id'] ?? null,
    }),
  );
}

async function play(response: ServerResponse, scripted: ScriptedAnswer, body: JsonObject): Promise<void> {
  if (scripted.kind === 'error') {
    const { status, type, message, headers, details } = scripted;
    return sendError(response, status, type, message, headers, details);
  }
  const model = typeof body['model'] === 'string' ? body['model'] : '';
  const reply = { id: 'msg_test', model, blocks: scripted.blocks };
  const events = replyEvents({ ...reply, ...(scripted.kind === 'reply' ? detailsOf(scripted) : {}) }).map(sseText);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'request-id': 'req_test' });
  const half = events.slice(0, Math.ceil(events.length / 2));
  if (scripted.kind === 'stream-error') {
    const error = sseText({ type: 'error', error: { type: scripted.type, message: scripted.message } });
    return send(response, [...half, error]);
  }
  if (scripted.stall === true) return stall(response, half);
  if (scripted.cutAfterBytes === undefined) return send(response, events);
  const bytes = Buffer.from(events.join('')).subarray(0, scripted.cutAfterBytes);
  if (scripted.endAtCut === true) {
    response.end(bytes);
    return undefined;
  }
  await new Promise((resolve) => {
    response.write(bytes, resolve);
  });
  response.destroy();
  return undefined;
}

function detailsOf(scripted: Extract<ScriptedAnswer, { kind: 'reply' }>): Partial<Reply> {
  const { stopReason, inputTokens, cacheReadTokens, cacheWriteTokens } = scripted;
  return {
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
  };
}

async function send(response: ServerResponse, events: readonly string[]): Promise<void> {
  for (const event of events) {
    response.write(event);
    // One turn of the loop between events, so that they reach the client in pieces.
    await nextTurn();
  }
  response.end();
}

async function stall(response: ServerResponse, events: readonly string[]): Promise<void> {
  response.write(events.join(''));
  await new Promise((resolve) => {
    response.once('close', resolve);
  });
}
