import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi';
import { GatehouseError } from '../../errors.js';
import type { AuthDoor } from './auth-door.js';
import { signInWithBrowser } from './browser-sign-in.js';
import { challengeParameter } from './challenge.js';
import type { Challenge } from './challenge.js';
import { DpopKey } from './dpop-key.js';
import { quietGrant, refresh } from './grants.js';
import { discoverIssuer } from './issuer-metadata.js';
import { stringList } from './metadata-document.js';
import type { OAuthOptions, RegisteredClient } from './oauth-options.js';
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
    if (issuer === undefined) throw new GatehouseError('bad-metadata', `${server.origin} names no sign-in server.`);
    await this.#keepClientAtHome(issuer);
    return { resource, issuer, as: await this.#issuer(issuer, resource.guessed) };
  }

  /** New tokens for the refresh token. Its issuer alone is asked. */
  async renew(held: TokenSet, refreshToken: string): Promise<TokenSet> {
    const { door, now, server } = this.#parts;
    const as = await this.#issuer(held.issuer, held.issuer === server.origin);
    const token = await refresh({ door, as, client: held.client, dpop: held.dpop }, refreshToken, held.resource);
    return tokenSet(held, token, now(), refreshToken);
  }

  /** Tokens by the grant of the settings. `before`: scopes that were asked for earlier and should stay. */
  async obtain(desk: Desk, challenges: readonly Challenge[], before: string | undefined): Promise<TokenSet> {
    const { options, door, signal, now } = this.#parts;
    const { resource, as, issuer } = desk;
    const scope = this.#scopeFor(desk, challenges, before);
    const wish = { resource: resource.resource, scope };
    const dpop = await dpopFor(desk, challenges);
    const grant = options.grant ?? { kind: 'authorization-code' };
    let client: RegisteredClient;
    let token: TokenEndpointResponse;
    if (grant.kind === 'authorization-code') {
      ({ client, token } = await signInWithBrowser({ door, as, options, wish, dpop, signal }));
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

  #quietClient(as: AuthorizationServer): RegisteredClient {
    const { client, clientDocument } = this.#parts.options;
    if (client !== undefined) return client;
    if (clientDocument !== undefined) return { clientId: clientDocument, authMethod: 'none' };
    const text = `Signing in at ${as.issuer} without a user needs a client that is registered there. Enter its client ID in the server's settings.`;
    throw new GatehouseError('client-id-needed', text);
  }

  #issuer(issuer: string, guessed: boolean): Promise<AuthorizationServer> {
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
    throw new GatehouseError('issuer-changed', text);
  }
}

/** A key, where the server wants tokens bound to one (RFC 9449, 7). That an issuer could bind them is no reason to. */
async function dpopFor({ resource, as }: Desk, challenges: readonly Challenge[]): Promise<DpopKey | undefined> {
  const asked = challenges.some(({ scheme }) => scheme === 'dpop');
  const bearer = challenges.some(({ scheme }) => scheme === 'bearer');
  if (!asked && !resource.bindsTokens) return undefined;
  if (stringList(as.dpop_signing_alg_values_supported)?.includes('ES256') === true) return DpopKey.create();
  if (bearer && !resource.bindsTokens) return undefined;
  const text = `The server wants tokens that are bound to a key (DPoP with ES256), which ${as.issuer} does not offer. Tell whoever runs it.`;
  throw new GatehouseError('bad-metadata', text);
}
