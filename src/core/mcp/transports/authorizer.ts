import type { ResponseHead } from '../../http/http-exchange.js';

/** A 401 or 403 that a server gave. */
export interface UnauthorizedResponse extends ResponseHead {
  readonly method: string;
  /** The challenge; several headers are joined by commas (RFC 9110, 11.6.1). */
  readonly wwwAuthenticate: string | undefined;
}

/** Who knows how to sign in. Only ever asked for the server's own origin. */
export interface Authorizer {
  /** The headers that a request carries to be let in, such as `authorization`. */
  headers(url: URL, method: string): Promise<Readonly<Record<string, string>>>;
  /** `retry` once the next `headers` may be let in: a token was refreshed, or the user has signed in. */
  onUnauthorized(response: UnauthorizedResponse): Promise<'retry' | 'fail'>;
}
