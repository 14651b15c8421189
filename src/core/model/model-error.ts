import type { ModelUsage, RetryReason } from '../../shared/conversation.js';
import type { ToldParts } from '../../shared/told.js';
import { GatehouseError } from '../errors.js';

/** Why the same request may succeed later, and when the server said so. */
export interface RetryHint {
  readonly reason: RetryReason;
  /** How long the server asks to wait, ms. */
  readonly afterMs?: number;
}

/** A failed model request, with what can be done about it. */
export class ModelError extends GatehouseError {
  /** Absent where the same request would fail again. */
  readonly retry: RetryHint | undefined;
  /** The tool of the request, by its place, whose definition the server refused, and the server's words. */
  readonly refusedTool: { readonly index: number; readonly words: string } | undefined;
  /** What the server had counted before the answer broke off; it is paid all the same. */
  readonly usage: ModelUsage | undefined;

  constructor(
    code: string,
    message: string,
    options: ErrorOptions & {
      readonly parts?: ToldParts;
      readonly retry?: RetryHint;
      readonly refusedTool?: ModelError['refusedTool'];
      readonly usage?: ModelUsage;
    } = {},
  ) {
    super(code, message, options);
    this.retry = options.retry;
    this.refusedTool = options.refusedTool;
    this.usage = options.usage;
  }

  /** The same failure, of a request of which so much was counted. */
  after(usage: ModelUsage): ModelError {
    const { code, message, cause, parts, retry, refusedTool } = this;
    return new ModelError(code, message, {
      cause,
      ...(parts === undefined ? {} : { parts }),
      ...(retry === undefined ? {} : { retry }),
      ...(refusedTool === undefined ? {} : { refusedTool }),
      usage,
    });
  }
}

/** What was counted of a request that failed; undefined where nothing was, or nobody knows. */
export function usageOfFailure(error: unknown): ModelUsage | undefined {
  return error instanceof ModelError ? error.usage : undefined;
}

/** What is known of a request that failed, whichever library failed it. */
export interface FailureFacts {
  /** HTTP status; undefined for an error that came as an event within a stream. */
  readonly status: number | undefined;
  /** `error.type` of the API's error JSON. */
  readonly type: string | undefined;
  /** The API's own words. */
  readonly words: string;
  /** `error.details.error_code` of the API's error JSON. */
  readonly errorCode?: string | undefined;
  /** A header of the answer; undefined where it has none of that name. */
  readonly header: (name: string) => string | undefined;
  readonly baseUrl: string;
  readonly cause: unknown;
}

/** An error for people: who failed, and what to do next. */
export function modelError(facts: FailureFacts): ModelError {
  const [code, message] = describe(facts);
  const retry = retryHint(facts, code);
  const refusedTool = facts.status === 400 ? toolOf(facts.words) : undefined;
  return new ModelError(code, message, {
    cause: facts.cause,
    parts: partsOf(facts),
    ...(retry === undefined ? {} : { retry }),
    ...(refusedTool === undefined ? {} : { refusedTool }),
  });
}

/** 408, 409, 429, 5xx and what says so itself (`x-should-retry`); never where money has run out. */
function retryHint(facts: FailureFacts, code: string): RetryHint | undefined {
  const { status, header } = facts;
  if (code === 'spend-limit' || header('x-should-retry') === 'false') return undefined;
  const passing = code === 'rate-limited' || code === 'overloaded' || status === 408 || status === 409;
  if (!passing && header('x-should-retry') !== 'true') return undefined;
  const afterMs = waitOf(header);
  return { reason: code === 'rate-limited' ? code : 'overloaded', ...(afterMs === undefined ? {} : { afterMs }) };
}

/** The API names a tool by its place in the request: `tools.3.custom.input_schema: …`. */
function toolOf(words: string): ModelError['refusedTool'] {
  const index = /^tools\.(\d+)\b/.exec(words)?.[1];
  return index === undefined ? undefined : { index: Number(index), words };
}

const NO_MONEY = /spend|billing|credit|quota/i;

function outOfMoney({ status, type, errorCode = '' }: FailureFacts): boolean {
  return status === 402 || type === 'billing_error' || NO_MONEY.test(errorCode);
}

/** The request never reached the server, or the connection broke before it answered. */
export function connectionError(baseUrl: string, cause: unknown): ModelError {
  const failed = failedWith(cause);
  const why = failed === undefined ? '' : ` (${REASONS[failed] ?? failed})`;
  return new ModelError(
    'network',
    `The model server at ${baseUrl} could not be reached${why}. Check the network, and the address in the settings.`,
    {
      cause,
      retry: { reason: 'network' },
      parts: { address: baseUrl, ...(failed === undefined ? {} : { why: failed }) },
    },
  );
}

/** What is quoted in every language: where the server is, what it said, and what it said in numbers. */
function partsOf({ baseUrl, words, status, header }: FailureFacts): ToldParts {
  const seconds = secondsOf(header);
  return {
    address: baseUrl,
    ...(words === '' ? {} : { said: words }),
    ...(status === undefined ? {} : { status: String(status) }),
    ...(seconds === undefined ? {} : { seconds: String(seconds) }),
  };
}

export function cancelled(): ModelError {
  return new ModelError('cancelled', 'The request to the model was cancelled.');
}

function describe(facts: FailureFacts): readonly [code: string, message: string] {
  const { status, type, baseUrl } = facts;
  const said = facts.words === '' ? '' : ` It said: ${facts.words}`;
  if (status === 401 || type === 'authentication_error') {
    return [
      'unauthorized',
      `The model server at ${baseUrl} did not accept the API key. Set it in the settings, or in ANTHROPIC_API_KEY.${said}`,
    ];
  }
  if (status === 403 || type === 'permission_error') {
    return [
      'key-not-allowed',
      `The API key is not allowed to do this at ${baseUrl}. Use another key or another model.${said}`,
    ];
  }
  if (outOfMoney(facts)) {
    return [
      'spend-limit',
      `The model server at ${baseUrl} takes no more requests: a limit on spending is reached. Raise it there, or choose another model.${said}`,
    ];
  }
  if (status === 429 || type === 'rate_limit_error') {
    return ['rate-limited', `Too many requests to the model server at ${baseUrl}. ${waitFor(facts.header)}${said}`];
  }
  if (status === 529 || type === 'overloaded_error') {
    return ['overloaded', `The model server at ${baseUrl} is overloaded. Try again in a minute.${said}`];
  }
  if (status === 404 || type === 'not_found_error') {
    return [
      'unknown-model',
      `The model server at ${baseUrl} does not know the model or the address. Pick another model.${said}`,
    ];
  }
  if (type === 'api_error' || (status !== undefined && status >= 500)) {
    const number = status === undefined ? '' : ` (${status})`;
    return ['overloaded', `The model server at ${baseUrl} failed${number}. Try again in a minute.${said}`];
  }
  if (TOO_LONG.test(facts.words)) {
    return ['context-full', `This chat is longer than the model can read. Begin a new one, or branch earlier.${said}`];
  }
  const code = BAD_THINKING.test(facts.words) ? 'thinking-refused' : 'bad-request';
  return [code, `The model server at ${baseUrl} refused the request.${said}`];
}

/** How the API says that a request does not fit the model's window. */
const TOO_LONG = /prompt is too long|exceed(?:s|ed)? (?:the )?context|context (?:window|length|limit)/iu;
/** How it says that signed thinking is not as it was, or stands behind something that is not as it was. */
const BAD_THINKING = /invalid `?signature`? in `?thinking`? block|`thinking` .*cannot be modified/iu;

function waitFor(header: FailureFacts['header']): string {
  const seconds = secondsOf(header);
  if (seconds === undefined) return 'Wait a minute and try again.';
  return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}

function secondsOf(header: FailureFacts['header']): number | undefined {
  const wait = waitOf(header);
  return wait === undefined ? undefined : Math.max(1, Math.ceil(wait / 1000));
}

/** ms, from `retry-after-ms`, or from `retry-after`: seconds, or an HTTP date. Undefined where neither can be read. */
function waitOf(header: FailureFacts['header']): number | undefined {
  const exact = numberOf(header('retry-after-ms'));
  if (exact !== undefined) return Math.max(0, exact);
  const after = header('retry-after');
  const seconds = numberOf(after);
  const wait = seconds === undefined ? Date.parse(after ?? '') - Date.now() : seconds * 1000;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection was reset',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate could not be verified',
};

/** The reason lies deep: the SDK wraps `fetch failed`, which wraps the socket's error. */
function failedWith(cause: unknown): string | undefined {
  for (let error: unknown = cause, depth = 0; error instanceof Error && depth < 5; depth += 1) {
    const code: unknown = 'code' in error ? error.code : undefined;
    if (typeof code === 'string') return code;
    error = error.cause;
  }
  return undefined;
}
