import type { JsonObject } from '../../shared/json.js';
import type { InputAnswers } from './input-answers.js';
import type { Exchange } from './exchange.js';
import type { ListChange } from './list-change.js';
import type { Subscription } from './subscription.js';

/** What the verbs of one session share. */
export interface SessionParts {
  readonly exchange: Exchange;
  readonly capabilities: JsonObject;
  readonly revision: string;
  readonly answers: InputAnswers;
  readonly changes: { readonly tools: ListChange; readonly prompts: ListChange; readonly resources: ListChange };
  /** Only in the modern era. */
  readonly subscription: Subscription | undefined;
  /** A line of Gatehouse's own for the server's log. */
  readonly note: (text: string) => void;
}

export interface AskOptions {
  /** Aborting rejects with code `cancelled`, and tells the server. */
  readonly signal?: AbortSignal;
  /** Without an answer for this long the request rejects with code `timeout`. ms; default 60,000. */
  readonly timeoutMs?: number;
}

const ASK_TIMEOUT_MS = 60_000;

/** One request of a verb, with its default limit. */
export function ask(
  exchange: Exchange,
  method: string,
  params: JsonObject,
  { signal, timeoutMs = ASK_TIMEOUT_MS }: AskOptions = {},
): Promise<JsonObject> {
  return exchange.request(method, params, { signal, timeoutMs });
}
