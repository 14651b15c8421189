import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi';
import { GatehouseError } from '../../errors.js';
import type { AuthDoor } from './auth-door.js';
import { signInWithBrowser } from './browser-sign-in.js';
import { challengeParameter } from './challenge.js';
import type { Challenge } from './challenge.js';
import { DpopKey } from './dpop-key.js';
import { quietGrant, refresh } from './grants.js';
import { revoke } from './revocation.js';
import { discoverIssuer } from './issuer-metadata.js';
import type { FoundIssuer } from './issuer-metadata.js';
import { stringList } from './metadata-document.js';
import type { AskedOfUser, OAuthOptions, RegisteredClient } from './oauth-options.js';
import { discoverResource } from './resource-metadata.js';
import type { ProtectedResource } from './resource-metadata.js';
import { unionScope } from './scope-set.js';
import { tokenSet } from './token-set.js';
import type { TokenSet } from './token-set.js';
import type { TokenKeeper } from './token-keeper.js';

/** Who may be asked for a token now, as the server's metadata says it. */
export interface Desk {
  readonly resource: ProtectedResource;
  /** As the server named it; what is kept is keyed by it. */
  readonly issuer: string;
  readonly as: AuthorizationServer;
  /** True where neither the server nor anybody else says that one can sign in there. */
  readonly assumed: boolean;
}

interface SourceParts {
  readonly server: URL;
  readonly options: OAuthOptions;
  readonly door: AuthDoor;
  readonly keeper: TokenKeeper;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** Gets tokens: finds out where, and asks there. It holds none. */
export class TokenSource {
  readonly #parts: SourceParts;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  /** Where tokens come from, by the challenge of the server. `held`: whose tokens are used so far. */
  async find(challenges: readonly Challenge[], held: TokenSet | undefined): Promise<Desk> {
    const { door, server, options } = this.#parts;
    const resource = await discoverResource(door, server, challengeParameter(challenges, 'resource_metadata'));
    const wanted = [held?.issuer, options.client?.issuer];
    const issuer = wanted.find((one) => one !== undefined && resource.issuers.includes(one)) ?? resource.issuers[0];
    if (issuer === undefined) {
      const parts = { nameless: server.origin };
      throw new GatehouseError('bad-metadata', `${server.origin} names no sign-in server.`, { parts });
    }
    await this.#keepClientAtHome(issuer);
    return { resource, issuer, ...(await this.#issuer(issuer, resource.guessed)) };
  }

  /** New tokens for the refresh token. Its issuer alone is asked. */
  async renew(held: TokenSet, refreshToken: string): Promise<TokenSet> {
    const { door, now, server } = this.#parts;
    const { as } = await this.#issuer(held.issuer, held.issuer === server.origin);
    const token = await refresh({ door, as, client: held.client, dpop: held.dpop }, refreshToken, held.resource);
    return tokenSet(held, token, now(), refreshToken);
  }

  /** Withdraws the tokens (RFC 7009): the refresh token, and with it what came of it. False where the issuer takes none back. */
  async revoke(held: TokenSet): Promise<boolean> {
    const { door, server } = this.#parts;
    const { as } = await this.#issuer(held.issuer, held.issuer === server.origin);
    if (as.revocation_endpoint === undefined) return false;
    await revoke({ door, as, client: held.client, dpop: held.dpop }, held.refreshToken ?? held.accessToken);
    return true;
  }

  /** True where the user can be asked, and may be now. */
  mayAsk(what: AskedOfUser): boolean {
    const { openBrowser, mayAsk } = this.#parts.options;
    return openBrowser !== undefined && mayAsk?.(what) !== false;
  }

  /**
   * Tokens by the grant of the settings. `before`: scopes that were asked for earlier and should stay. Rejects with code
   * `no-sign-in` where nothing but a 401 says that one could sign in, and it turns out that nobody can.
   */
  async obtain(
    desk: Desk,
    challenges: readonly Challenge[],
    { what, before }: { readonly what: AskedOfUser; readonly before: string | undefined },
  ): Promise<TokenSet> {
    const { options, door, signal, now } = this.#parts;
    const { resource, as, issuer } = desk;
    const scope = this.#scopeFor(desk, challenges, before);
    const wish = { resource: resource.resource, scope };
    const dpop = await dpopFor(desk, challenges);
    const grant = options.grant ?? { kind: 'authorization-code' };
    let client: RegisteredClient;
    let token: TokenEndpointResponse;
    if (grant.kind === 'authorization-code') {
      const { openBrowser } = options;
      if (openBrowser === undefined || !this.mayAsk(what)) throw this.#nobodyToAsk(desk, what, scope);
      ({ client, token } = await signInWithBrowser({ ...desk, door, options, wish, dpop, signal, openBrowser }));
    } else {
      client = this.#quietClient(as);
      token = await quietGrant({ door, as, client, dpop }, grant, wish);
    }
    return tokenSet({ issuer, resource: wish.resource, client, asked: scope, dpop }, token, now());
  }

  /** "Challenge scope, else all that are supported, else none" (basic/authorization, 2026-07-28). */
  #scopeFor({ resource, as }: Desk, challenges: readonly Challenge[], before: string | undefined): string | undefined {
    const { options } = this.#parts;
    const wanted = challengeParameter(challenges, 'scope') ?? options.scope ?? resource.scopes?.join(' ');
    const scope = unionScope(before, wanted);
    const offline =
      scope !== undefined &&
      (options.grant?.kind ?? 'authorization-code') === 'authorization-code' &&
      stringList(as.scopes_supported)?.includes('offline_access') === true;
    return offline ? unionScope(scope, 'offline_access') : scope;
  }

  #nobodyToAsk({ issuer, assumed }: Desk, what: AskedOfUser, scope: string | undefined): GatehouseError {
    const { origin } = this.#parts.server;
    if (assumed) {
      return new GatehouseError('no-sign-in', `${origin} does not say where to sign in.`, { parts: { origin } });
    }
    if (what === 'sign-in') {
      const parts = { origin, issuer };
      return new GatehouseError('sign-in-required', `${origin} wants you to sign in at ${issuer}.`, { parts });
    }
    const text = `${origin} wants more rights for this than you have given (${scope ?? 'it does not say which'}), and you could not be asked. Disconnect, then sign in again.`;
    return new GatehouseError('scope-refused', text, {
      parts: { unasked: origin, ...(scope !== undefined && { scope }) },
    });
  }

  #quietClient(as: AuthorizationServer): RegisteredClient {
    const { client, clientDocument } = this.#parts.options;
    if (client !== undefined) return client;
    if (clientDocument !== undefined) return { clientId: clientDocument, authMethod: 'none' };
    const { issuer } = as;
    const text = `Signing in at ${issuer} without a user needs a client that is registered there. Enter its client ID in the server's settings.`;
    throw new GatehouseError('client-id-needed', text, { parts: { issuer } });
  }

  #issuer(issuer: string, guessed: boolean): Promise<FoundIssuer> {
    return discoverIssuer(this.#parts.door, { issuer, guessed, alias: this.#parts.options.issuerAlias });
  }

  /** A client that was registered at one issuer is never shown to another, least of all its secret. */
  async #keepClientAtHome(issuer: string): Promise<void> {
    const { keeper, server, options } = this.#parts;
    const { client } = options;
    if (client === undefined) return;
    const home = client.issuer ?? (await keeper.clientIssuer(client.clientId, issuer));
    if (home === issuer) return;
    const text = `${server.origin} now names ${issuer} as its sign-in server, but the client ID in the settings belongs to ${home}. Nothing was sent. If the server has moved, register at the new one and enter that client ID.`;
    throw new GatehouseError('issuer-changed', text, { parts: { origin: server.origin, issuer, home } });
  }
}

/** A key, where the server wants tokens bound to one (RFC 9449, 7). That an issuer could bind them is no reason to. */
async function dpopFor({ resource, as }: Desk, challenges: readonly Challenge[]): Promise<DpopKey | undefined> {
  const asked = challenges.some(({ scheme }) => scheme === 'dpop');
  const bearer = challenges.some(({ scheme }) => scheme === 'bearer');
  if (!asked && !resource.bindsTokens) return undefined;
  if (stringList(as.dpop_signing_alg_values_supported)?.includes('ES256') === true) return DpopKey.create();
  if (bearer && !resource.bindsTokens) return undefined;
  const parts = { unbinding: as.issuer };
  const text = `The server wants tokens that are bound to a key (DPoP with ES256), which ${as.issuer} does not offer. Tell whoever runs it.`;
  throw new GatehouseError('bad-metadata', text, { parts });
}
