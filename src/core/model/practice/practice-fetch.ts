import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../../../shared/json.js';
import { isJsonObject } from '../../../shared/json.js';
import { PRACTICE_MODEL_ID } from '../../../shared/settings.js';
import type { Reply, ReplyBlock } from '../message-stream.js';
import { replyEvents, sseText } from '../message-stream.js';
import { isGreeting, planSteps } from './plan.js';
import { beforeCall, beforeLookup, introduction, languageOf, seenFiles, summary } from './reply-words.js';
import { readCatalog } from './tool-catalog.js';
import { lookupFor, lookupId } from './tool-lookup.js';
import { readTranscript } from './transcript.js';

export interface PracticeFetchOptions {
  /** Between two pieces of a reply, so that it can be seen to stream. Default 15; 0 in tests. */
  readonly delayMs?: number;
}

/**
 * A `fetch` that answers as the Messages API would, without a network: `POST /v1/messages` (streamed) and
 * `GET /v1/models`. Behind it stands the practice model. It has no state: where a conversation is, it reads from the
 * messages of the request.
 */
export function createPracticeFetch(options: PracticeFetchOptions = {}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method === 'GET' && pathname === '/v1/models') return Response.json(modelList());
    if (request.method !== 'POST' || pathname !== '/v1/messages') return refusal(404, 'not_found_error', 'Not Found');
    const body: unknown = await request.json();
    if (!isJsonObject(body)) return refusal(400, 'invalid_request_error', 'The request body is not valid JSON');
    const events = replyEvents(practiceReply(body)).map(sseText);
    return new Response(streamOf(events, options.delayMs ?? 15, request.signal), {
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    });
  };
}

/**
 * The practice model's answer to the body of one request: one call with a sentence before it, or a last word. Where not
 * all tools are given, it looks for them first.
 */
function practiceReply(body: JsonObject): Reply {
  const tools = readCatalog(body['tools']);
  const { request, attached, done, lookedUp, callCount } = readTranscript(body['messages']);
  const language = languageOf(request);
  const blocks = (): readonly ReplyBlock[] => {
    if (attached.length > 0 && done.length === 0 && !lookedUp) {
      const noted = text(seenFiles(attached, language));
      return request.trim() === '' ? [noted] : [noted, ...answer()];
    }
    return answer();
  };
  const answer = (): readonly ReplyBlock[] => {
    if (isGreeting(request) || request.trim() === '') return [text(introduction(tools, language))];
    const plan = planSteps(request, tools);
    const lookup = lookedUp ? undefined : lookupFor(request, plan, tools);
    if (lookup !== undefined) {
      return [text(beforeLookup(language)), { type: 'tool_use', id: lookupId(callCount + 1), ...lookup }];
    }
    const calls = plan.filter((step) => step.kind === 'call');
    const next = calls[done.length];
    if (next === undefined) return [text(summary(done, plan, tools, language))];
    return [
      text(beforeCall(next.tool, done.length + 1, calls.length, language)),
      { type: 'tool_use', id: `toolu_practice_${callCount + 1}`, name: next.tool.wireName, input: next.input },
    ];
  };
  return {
    id: `msg_practice_${callCount + 1}`,
    model: PRACTICE_MODEL_ID,
    blocks: blocks(),
    inputTokens: 0,
    outputTokens: 0,
  };
}

function text(words: string): ReplyBlock {
  return { type: 'text', text: words };
}

function modelList(): JsonObject {
  const model = {
    type: 'model',
    id: PRACTICE_MODEL_ID,
    display_name: 'Practice model (offline, rule-based)',
    created_at: '2026-01-01T00:00:00Z',
  };
  return { data: [model], has_more: false, first_id: PRACTICE_MODEL_ID, last_id: PRACTICE_MODEL_ID };
}

function refusal(status: number, type: string, message: string): Response {
  return Response.json({ type: 'error', error: { type, message } }, { status });
}

function streamOf(events: readonly string[], delayMs: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      const event = events[next];
      next += 1;
      if (event === undefined) {
        controller.close();
        return;
      }
      // An abort rejects the wait, which breaks the stream off like a real connection.
      if (delayMs > 0 && next > 1) await delay(delayMs, undefined, { signal });
      signal.throwIfAborted();
      controller.enqueue(encoder.encode(event));
    },
  });
}
