import { GatehouseError } from '../errors.js';

/** What is known of a request that failed, whichever library failed it. */
export interface FailureFacts {
  /** HTTP status; undefined for an error that came as an event within a stream. */
  readonly status: number | undefined;
  /** `error.type` of the API's error JSON. */
  readonly type: string | undefined;
  /** The API's own words. */
  readonly words: string;
  /** The `retry-after` header: seconds, or an HTTP date. */
  readonly retryAfter: string | undefined;
  readonly baseUrl: string;
  readonly cause: unknown;
}

/** An error for people: who failed, and what to do next. */
export function modelError(facts: FailureFacts): GatehouseError {
  const [code, message] = describe(facts);
  return new GatehouseError(code, message, { cause: facts.cause });
}

/** The request never reached the server, or the connection broke before it answered. */
export function connectionError(baseUrl: string, cause: unknown): GatehouseError {
  return new GatehouseError(
    'network',
    `The model server at ${baseUrl} could not be reached${why(cause)}. Check the network, and the address in the settings.`,
    { cause },
  );
}

export function cancelled(): GatehouseError {
  return new GatehouseError('cancelled', 'The request to the model was cancelled.');
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
      'unauthorized',
      `The API key is not allowed to do this at ${baseUrl}. Use another key or another model.${said}`,
    ];
  }
  if (status === 429 || type === 'rate_limit_error') {
    return ['rate-limited', `Too many requests to the model server at ${baseUrl}. ${waitFor(facts.retryAfter)}${said}`];
  }
  if (status === 529 || type === 'overloaded_error') {
    return ['overloaded', `The model server at ${baseUrl} is overloaded. Try again in a minute.${said}`];
  }
  if (status === 404 || type === 'not_found_error') {
    return [
      'bad-request',
      `The model server at ${baseUrl} does not know the model or the address. Pick another model.${said}`,
    ];
  }
  if (type === 'api_error' || (status !== undefined && status >= 500)) {
    const number = status === undefined ? '' : ` (${status})`;
    return ['overloaded', `The model server at ${baseUrl} failed${number}. Try again in a minute.${said}`];
  }
  return ['bad-request', `The model server at ${baseUrl} refused the request.${said}`];
}

function waitFor(retryAfter: string | undefined): string {
  const seconds = secondsOf(retryAfter);
  if (seconds === undefined) return 'Wait a minute and try again.';
  return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}

function secondsOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter) - Date.now()) / 1000 : seconds;
  return Number.isNaN(wait) ? undefined : Math.max(1, Math.ceil(wait));
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
function why(cause: unknown): string {
  for (let error: unknown = cause, depth = 0; error instanceof Error && depth < 5; depth += 1) {
    const code: unknown = 'code' in error ? error.code : undefined;
    if (typeof code === 'string') return ` (${REASONS[code] ?? code})`;
    error = error.cause;
  }
  return '';
}
