import { allowInsecureRequests, customFetch, DPoP, generateKeyPair, protectedResourceRequest } from 'oauth4webapi';
import type { DPoPHandle } from 'oauth4webapi';
import { isJsonObject } from '../../../shared/json.js';
import type { JsonObject } from '../../../shared/json.js';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

/** A key that tokens are bound to (RFC 9449): whoever steals the token alone can't use it. */
export class DpopKey {
  /** For requests to a token endpoint. */
  readonly handle: DPoPHandle;
  /** The key as text to be kept: it is as secret as the token. */
  readonly jwk: JsonObject;

  private constructor(handle: DPoPHandle, jwk: JsonObject) {
    this.handle = handle;
    this.jwk = jwk;
  }

  static async create(): Promise<DpopKey> {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await crypto.subtle.exportKey('jwk', privateKey);
    return DpopKey.of({ kty: 'EC', crv: 'P-256', d: jwk.d, x: jwk.x, y: jwk.y });
  }

  /** Rejects where the value is no such key. */
  static async of(jwk: unknown): Promise<DpopKey> {
    if (!isJsonObject(jwk)) throw new TypeError('This is no key.');
    const { x, y } = jwk;
    const privateKey = await crypto.subtle.importKey('jwk', { ...jwk }, ALGORITHM, false, ['sign']);
    if (typeof x !== 'string' || typeof y !== 'string') throw new TypeError('This is no key.');
    const open = { kty: 'EC', crv: 'P-256', x, y };
    const publicKey = await crypto.subtle.importKey('jwk', open, ALGORITHM, true, ['verify']);
    return new DpopKey(DPoP({}, { privateKey, publicKey }), jwk);
  }

  /** The headers with which a request of a method to an address shows the token; the proof in them is good once. */
  async headers(accessToken: string, method: string, url: URL): Promise<Readonly<Record<string, string>>> {
    const sent = await this.#rehearse(accessToken, method, url, {});
    return { authorization: sent['authorization'] ?? '', dpop: sent['dpop'] ?? '' };
  }

  /** A server wants its nonce in the next proofs for its origin. */
  async noteNonce(url: URL, nonce: string): Promise<void> {
    await this.#rehearse('-', 'GET', url, { 'dpop-nonce': nonce });
  }

  /** The library makes proofs only for requests of its own; this one it never sends. Gives what it would have sent. */
  async #rehearse(
    accessToken: string,
    method: string,
    url: URL,
    answer: Record<string, string>,
  ): Promise<Record<string, string>> {
    let sent: Record<string, string> = {};
    await protectedResourceRequest(accessToken, method, url, undefined, undefined, {
      DPoP: this.handle,
      [allowInsecureRequests]: true,
      [customFetch]: (_address, { headers }) => {
        sent = headers;
        return Promise.resolve(new Response(null, { status: 204, headers: answer }));
      },
    });
    return sent;
  }
}
