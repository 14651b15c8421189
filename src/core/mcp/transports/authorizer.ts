import type { ResponseHead } from '../../http/http-exchange.js';

/** How often one message is sent again because the authorizer says so: a nonce, a sign-in and more scopes may follow. */
export const MAX_SIGN_INS = 4;

/** A 401 or 403 that a server gave. */
export interface UnauthorizedResponse extends ResponseHead {
  readonly method: string;
  /** The challenge; several headers are joined by commas (RFC 9110, 11.6.1). */
  readonly wwwAuthenticate: string | undefined;
  /** The `authorization` header that `headers` gave the refused request: another request may have got a new token since. */
  readonly refused: string | undefined;
}

/** Who knows how to sign in. Only ever asked for the server's own origin. */
export interface Authorizer {
  /** The headers that a request carries to be let in, such as `authorization`. */
  headers(url: URL, method: string): Promise<Readonly<Record<string, string>>>;
  /**
   * `retry` once the next `headers` may be let in: a token was refreshed, or the user has signed in. Rejects with a
   * `GatehouseError` that says why not, where there is more to say than the refusal itself does.
   */
  onUnauthorized(response: UnauthorizedResponse): Promise<'retry' | 'fail'>;
  /** Until when the user was last busy signing in, `performance.now()`; now, while it goes on. */
  readonly userBusyUntil?: number;
}
