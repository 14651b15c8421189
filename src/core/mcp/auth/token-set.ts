import type { TokenEndpointResponse } from 'oauth4webapi';
import { isJsonObject } from '../../../shared/json.js';
import type { JsonObject } from '../../../shared/json.js';
import { DpopKey } from './dpop-key.js';
import type { ClientAuthMethod, RegisteredClient } from './oauth-options.js';

/** What a sign-in brought: the tokens of one issuer for one server, and as whom they were got. */
export interface TokenSet {
  readonly issuer: string;
  /** As the server wrote it; goes into every request for a token. */
  readonly resource: string;
  readonly client: RegisteredClient;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** ms since the epoch. */
  readonly expiresAt: number | undefined;
  /** When it is to be renewed before it is used, ms since the epoch. */
  readonly renewAt: number | undefined;
  /** The scopes that were ever asked for, whether or not they were given. */
  readonly asked: string | undefined;
  /** The key that the tokens are bound to. */
  readonly dpop: DpopKey | undefined;
}

/** Who a token is from and for. */
type TokenOrigin = Pick<TokenSet, 'issuer' | 'resource' | 'client' | 'asked' | 'dpop'>;

/** A token that is about to end is renewed before it is used, ms; one that lives shorter in the last half of its life. */
const EARLY_MS = 30_000;

/** The set that an answer of a token endpoint makes. `before`: the refresh token that stays where none comes with it. */
export function tokenSet(origin: TokenOrigin, token: TokenEndpointResponse, now: number, before?: string): TokenSet {
  const { issuer, resource, client, asked, dpop } = origin;
  const life = token.expires_in === undefined ? undefined : token.expires_in * 1000;
  return {
    issuer,
    resource,
    client,
    asked,
    dpop,
    accessToken: token.access_token,
    refreshToken: token.refresh_token ?? before,
    expiresAt: life === undefined ? undefined : now + life,
    renewAt: life === undefined ? undefined : now + Math.max(life - EARLY_MS, life / 2),
  };
}

/** The value of the `authorization` header. */
export function authorization({ dpop, accessToken }: TokenSet): string {
  return `${dpop === undefined ? 'Bearer' : 'DPoP'} ${accessToken}`;
}

/** As text to be kept. What the user configured (a client of their own) is kept by the configuration, not here. */
export function writeTokenSet(set: TokenSet, configured: boolean): string {
  const { client, dpop, ...rest } = set;
  return JSON.stringify({ ...rest, ...(!configured && { client }), ...(dpop !== undefined && { dpop: dpop.jwk }) });
}

/** Undefined where the text is no such set, or was got as another client than `configured`. */
export async function readTokenSet(
  text: string,
  configured: RegisteredClient | undefined,
): Promise<TokenSet | undefined> {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return undefined;
    const { issuer, resource, accessToken } = value;
    const client = configured ?? readClient(value['client']);
    if (client === undefined || typeof issuer !== 'string' || typeof resource !== 'string') return undefined;
    if (typeof accessToken !== 'string') return undefined;
    return {
      issuer,
      resource,
      client,
      accessToken,
      refreshToken: textIn(value, 'refreshToken'),
      expiresAt: numberIn(value, 'expiresAt'),
      renewAt: numberIn(value, 'renewAt') ?? numberIn(value, 'expiresAt'),
      asked: textIn(value, 'asked'),
      dpop: value['dpop'] === undefined ? undefined : await DpopKey.of(value['dpop']),
    };
  } catch {
    return undefined;
  }
}

const METHODS: readonly ClientAuthMethod[] = ['client_secret_basic', 'client_secret_post', 'none'];

function readClient(value: unknown): RegisteredClient | undefined {
  if (!isJsonObject(value)) return undefined;
  const clientId = textIn(value, 'clientId');
  if (clientId === undefined) return undefined;
  const clientSecret = textIn(value, 'clientSecret');
  const issuer = textIn(value, 'issuer');
  const authMethod = METHODS.find((one) => one === value['authMethod']);
  return {
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(issuer !== undefined && { issuer }),
    ...(authMethod !== undefined && { authMethod }),
  };
}

function numberIn(object: JsonObject, key: string): number | undefined {
  const value = object[key];
  return typeof value === 'number' ? value : undefined;
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' ? value : undefined;
}
