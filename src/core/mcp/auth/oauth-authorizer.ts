import { GatehouseError, toldOf } from '../../errors.js';
import type { Authorizer, UnauthorizedResponse } from '../transports/authorizer.js';
import { AuthAddresses } from './auth-address.js';
import { AuthDoor } from './auth-door.js';
import { challengeParameter, readChallenges } from './challenge.js';
import type { Challenge } from './challenge.js';
import type { OAuthOptions } from './oauth-options.js';
import { splitScope, unionScope } from './scope-set.js';
import { isPassing, refusalCode, signInError } from './sign-in-error.js';
import { TokenKeeper } from './token-keeper.js';
import { authorization } from './token-set.js';
import type { TokenSet } from './token-set.js';
import { TokenSource } from './token-source.js';

/** A fresh token that is refused so soon, ms, would be refused again: the user is not asked anew. */
const FRESH_MS = 60_000;
/** How often one connection asks the user for more scopes. */
const MAX_STEP_UPS = 5;

/**
 * Signs in to one MCP server by OAuth (basic/authorization, all revisions). Its tokens go to that server's origin and to
 * their own issuer, nowhere else. However many requests are refused at once, one renewal or one sign-in answers them all;
 * a sign-in that failed is not repeated by itself: a new authorizer, for a new connection, may try again.
 */
export class OAuthAuthorizer implements Authorizer {
  readonly #log: (text: string) => void;
  readonly #onHeld: (issuer: string | undefined) => void;
  readonly #server: URL;
  readonly #door: AuthDoor;
  readonly #keeper: TokenKeeper;
  readonly #source: TokenSource;
  readonly #now: () => number;
  readonly #abort = new AbortController();
  #loading: Promise<void> | undefined;
  #held: TokenSet | undefined;
  /** When the tokens were got by a sign-in of this connection. */
  #signedInAt: number | undefined;
  #renewedAt: number | undefined;
  #renewing: Promise<void> | undefined;
  #obtaining: Promise<void> | undefined;
  /** `unasked`: only because the user could not be asked then. */
  #failed: { readonly error: GatehouseError; readonly unasked: boolean } | undefined;
  #stepUps = 0;
  /** Scopes that the user was asked for in vain. */
  readonly #denied = new Set<string>();
  #busyUntil = 0;

  constructor(options: OAuthOptions) {
    this.#server = httpForm(options.server);
    this.#now = options.now ?? Date.now;
    this.#log = options.log ?? ignore;
    this.#onHeld = options.onHeld ?? ignore;
    const addresses = new AuthAddresses(this.#server, options.trustPrivateNetwork === true);
    this.#door = new AuthDoor(addresses, options.door ?? {}, this.#abort.signal);
    this.#keeper = new TokenKeeper(options.credentials, this.#server.href, options.client);
    this.#source = new TokenSource({
      server: this.#server,
      options,
      door: this.#door,
      keeper: this.#keeper,
      signal: this.#abort.signal,
      now: this.#now,
    });
  }

  get userBusyUntil(): number {
    return this.#obtaining === undefined ? this.#busyUntil : performance.now();
  }

  async headers(url: URL, method: string): Promise<Readonly<Record<string, string>>> {
    if (!this.#isServer(url)) return {};
    await this.#load();
    await this.#renewing?.catch(ignore);
    const { renewAt = Infinity } = this.#held ?? {};
    // One that can't be renewed now may still be let in; if not, the refusal says so.
    if (renewAt < this.#now()) await this.#renew().catch(ignore);
    const held = this.#held;
    if (held === undefined) return {};
    if (held.dpop === undefined) return { authorization: authorization(held) };
    return held.dpop.headers(held.accessToken, method, httpForm(url));
  }

  async onUnauthorized(response: UnauthorizedResponse): Promise<'retry' | 'fail'> {
    if (!this.#isServer(response.url)) return 'fail';
    const challenges = readChallenges(response.wwwAuthenticate);
    await this.#load();
    const held = this.#held;
    const current = held === undefined ? undefined : authorization(held);
    if (current !== response.refused && current !== undefined) return 'retry';
    if (held !== undefined && (await noteNonce(held, response, challenges))) return 'retry';
    const forScope = response.status === 403;
    if (forScope && challengeParameter(challenges, 'error') !== 'insufficient_scope') return 'fail';
    const failed = this.#failed;
    if (failed !== undefined && !(failed.unasked && this.#source.mayAsk('sign-in'))) return tell(failed.error);
    this.#obtaining ??= this.#obtain(challenges, forScope).finally(() => {
      this.#busyUntil = performance.now();
      this.#obtaining = undefined;
    });
    try {
      await this.#obtaining;
    } catch (error) {
      return tell(error);
    }
    return 'retry';
  }

  /** The issuer whose tokens are held; undefined where there are none. */
  async issuer(): Promise<string | undefined> {
    await this.#load();
    return this.#held?.issuer;
  }

  /** Forgets the tokens of this server and withdraws them at their issuer, where that can be; never rejects for the latter. */
  async signOut(): Promise<void> {
    await this.#load();
    const held = this.#held;
    if (held === undefined) return;
    await this.#forget(held);
    try {
      if (await this.#source.revoke(held)) this.#log(`${held.issuer} was told that the tokens are not used any more.`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#log(`The tokens are gone here; ${held.issuer} could not be told, and they end by themselves: ${why}`);
    }
  }

  /** Ends what is under way, such as a sign-in that nobody waits for any more. Idempotent. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#obtaining?.catch(ignore);
    await this.#door.close();
  }

  #isServer(url: URL): boolean {
    return httpForm(url).origin === this.#server.origin;
  }

  #load(): Promise<void> {
    this.#loading ??= this.#keeper.load().then((held) => {
      this.#held = held;
      this.#onHeld(held?.issuer);
      return undefined;
    });
    return this.#loading;
  }

  /** One renewal for however many ask. Rejects where it can't be. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewOnce(): Promise<void> {
    const held = this.#held;
    if (held?.refreshToken === undefined) throw new GatehouseError('sign-in-required', 'There is nothing to renew.');
    try {
      const renewed = await this.#source.renew(held, held.refreshToken);
      this.#renewedAt = this.#now();
      await this.#hold(renewed);
    } catch (error) {
      // It is spent or withdrawn (RFC 6749, 5.2): using it again can only look like theft.
      if (refusalCode(error) === 'invalid_grant') await this.#hold({ ...held, refreshToken: undefined });
      throw error;
    }
  }

  async #obtain(challenges: readonly Challenge[], forScope: boolean): Promise<void> {
    try {
      if (forScope) await this.#stepUp(challenges);
      else await this.#signIn(challenges);
    } catch (error) {
      const told = signInError(this.#server.origin, error);
      if (isPassing(told)) throw told;
      // The user stays signed in with the rights they have.
      if (forScope) {
        throw new GatehouseError('scope-refused', told.message, { cause: told, details: [toldOf(told, told.code)] });
      }
      this.#failed = { error: told, unasked: !this.#source.mayAsk('sign-in') };
      throw told;
    }
  }

  async #signIn(challenges: readonly Challenge[]): Promise<void> {
    const before = this.#held;
    const desk = await this.#source.find(challenges, before);
    const same = before?.issuer === desk.issuer ? before : undefined;
    if (before !== undefined && same === undefined) {
      this.#log(`Its sign-in server is ${desk.issuer} now, not ${before.issuer}; a new sign-in is needed.`);
      await this.#forget(before);
    }
    // What was renewed a moment ago and is refused would be refused again.
    if (same?.refreshToken !== undefined && !this.#isFresh(same, this.#renewedAt)) {
      try {
        await this.#renew();
        return;
      } catch (error) {
        if (isPassing(error)) throw error;
      }
    }
    if (same !== undefined && this.#isFresh(same, this.#signedInAt)) {
      const text = `${this.#server.origin} refuses the token that ${desk.issuer} has just given for it. Check the account's rights, then connect again.`;
      const parts = { origin: this.#server.origin, freshFrom: desk.issuer };
      throw new GatehouseError('token-refused', text, { parts });
    }
    await this.#take(await this.#source.obtain(desk, challenges, { what: 'sign-in', before: same?.asked }));
  }

  #isFresh({ expiresAt = Infinity }: TokenSet, since: number | undefined): boolean {
    const now = this.#now();
    return since !== undefined && now - since < FRESH_MS && now < expiresAt;
  }

  /** More scopes, besides those that were asked for before (SEP-2350). */
  async #stepUp(challenges: readonly Challenge[]): Promise<void> {
    const held = this.#held;
    const wanted = challengeParameter(challenges, 'scope');
    const asked = splitScope(held?.asked);
    const key = unionScope(held?.asked, wanted) ?? '';
    const missing = splitScope(wanted).some((scope) => !asked.includes(scope));
    if (held !== undefined && (!missing || this.#denied.has(key) || this.#stepUps >= MAX_STEP_UPS)) {
      const text = `${this.#server.origin} wants more rights (${wanted ?? 'it does not say which'}), which were asked for already and not given. Sign in with an account that has them.`;
      const parts = { origin: this.#server.origin, ...(wanted !== undefined && { scope: wanted }) };
      throw new GatehouseError('scope-refused', text, { parts });
    }
    this.#stepUps++;
    const desk = await this.#source.find(challenges, held);
    const before = held?.issuer === desk.issuer ? held.asked : undefined;
    try {
      await this.#take(await this.#source.obtain(desk, challenges, { what: 'more-scopes', before }));
    } catch (error) {
      // Asked in vain; where nobody could be asked, the next call may.
      if (!isPassing(error) && this.#source.mayAsk('more-scopes')) this.#denied.add(key);
      throw error;
    }
  }

  async #take(set: TokenSet): Promise<void> {
    this.#signedInAt = this.#now();
    this.#renewedAt = undefined;
    await this.#hold(set);
  }

  async #forget(held: TokenSet): Promise<void> {
    this.#held = undefined;
    this.#onHeld(undefined);
    await this.#keeper.forget(held.issuer);
  }

  async #hold(set: TokenSet): Promise<void> {
    this.#held = set;
    this.#onHeld(set.issuer);
    try {
      await this.#keeper.save(set);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#log(`The sign-in could not be kept and holds for this connection only: ${why}`);
    }
  }
}

/** Where one can't sign in, the refusal itself says most. */
function tell(error: unknown): 'fail' {
  if (error instanceof GatehouseError && error.code === 'no-sign-in') return 'fail';
  throw error;
}

/** WebSocket addresses have no metadata of their own: the same host is asked over http. A fragment is no part of it. */
function httpForm(url: URL): URL {
  const form = new URL(url.href.replace(/^ws/, 'http'));
  form.hash = '';
  return form;
}

/** True where only the nonce was missing that the server gives for the next proof (RFC 9449, 9). */
async function noteNonce(
  { dpop }: TokenSet,
  { headers, status, url }: UnauthorizedResponse,
  challenges: readonly Challenge[],
): Promise<boolean> {
  const nonce = headers['dpop-nonce'];
  if (dpop === undefined || typeof nonce !== 'string') return false;
  await dpop.noteNonce(httpForm(url), nonce);
  return status === 401 && challengeParameter(challenges, 'error') === 'use_dpop_nonce';
}

function ignore(): void {}
