import {
  clientCredentialsGrantRequest,
  genericTokenEndpointRequest,
  processClientCredentialsResponse,
  processGenericTokenEndpointResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
} from 'oauth4webapi';
import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi';
import { GatehouseError } from '../../errors.js';
import type { AuthDoor } from './auth-door.js';
import { discoverIssuer } from './issuer-metadata.js';
import type { GrantChoice } from './oauth-options.js';
import { requestToken } from './token-request.js';
import type { TokenDesk } from './token-request.js';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag';
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';

/** For what a token is asked. */
export interface TokenWish {
  readonly resource: string;
  readonly scope: string | undefined;
}

/** A grant that needs no user at hand. */
export type QuietGrant = Exclude<GrantChoice, { kind: 'authorization-code' }>;

/** A new token for a refresh token (OAuth 2.1, 4.3). */
export function refresh(desk: TokenDesk, refreshToken: string, resource: string): Promise<TokenEndpointResponse> {
  return requestToken(
    desk,
    ({ as, client, auth, options }) =>
      refreshTokenGrantRequest(as, client, auth, refreshToken, { ...options, additionalParameters: { resource } }),
    ({ as, client }, response) => processRefreshTokenResponse(as, client, response),
  );
}

/** A token without the user. Rejects with a `GatehouseError`; nothing else is tried then. */
export async function quietGrant(desk: TokenDesk, grant: QuietGrant, wish: TokenWish): Promise<TokenEndpointResponse> {
  if (grant.kind === 'client-credentials') return clientCredentials(desk, wish);
  const { issuer } = desk.as;
  const assertion =
    grant.kind === 'jwt-bearer'
      ? await grant.assertion(issuer)
      : await identityAssertion(desk.door, grant, issuer, wish);
  return requestToken(
    desk,
    ({ as, client, auth, options }) =>
      genericTokenEndpointRequest(as, client, auth, JWT_BEARER, { assertion, ...parameters(wish) }, options),
    ({ as, client }, response) => processGenericTokenEndpointResponse(as, client, response),
  );
}

function clientCredentials(desk: TokenDesk, wish: TokenWish): Promise<TokenEndpointResponse> {
  return requestToken(
    desk,
    ({ as, client, auth, options }) => clientCredentialsGrantRequest(as, client, auth, parameters(wish), options),
    ({ as, client }, response) => processClientCredentialsResponse(as, client, response),
  );
}

/** The identity provider's statement for the issuer of the server (RFC 8693). */
async function identityAssertion(
  door: AuthDoor,
  grant: Extract<GrantChoice, { kind: 'enterprise' }>,
  issuer: string,
  wish: TokenWish,
): Promise<string> {
  const { identityProvider: provider } = grant;
  const as: AuthorizationServer =
    provider.tokenEndpoint === undefined
      ? (await discoverIssuer(door, { issuer: provider.issuer, guessed: false, alias: undefined })).as
      : { issuer: provider.issuer, token_endpoint: provider.tokenEndpoint };
  const subject = { subject_token: await grant.idToken(), subject_token_type: ID_TOKEN };
  const wanted = { requested_token_type: ID_JAG, audience: issuer, ...parameters(wish) };
  const token = await requestToken(
    { door, as, client: provider, dpop: undefined },
    ({ client, auth, options }) =>
      genericTokenEndpointRequest(as, client, auth, TOKEN_EXCHANGE, { ...subject, ...wanted }, options),
    // The statement is no token that could be shown to anybody: its type is "N_A".
    ({ client }, response) =>
      processGenericTokenEndpointResponse(as, client, response, { recognizedTokenTypes: { n_a: () => {} } }),
  );
  if (token['issued_token_type'] === ID_JAG) return token.access_token;
  const parts = { withoutStatement: provider.issuer };
  const text = `${provider.issuer} did not give the statement that the server's sign-in needs (ID-JAG). Ask whoever runs it.`;
  throw new GatehouseError('token-refused', text, { parts });
}

function parameters({ resource, scope }: TokenWish): Record<string, string> {
  return { resource, ...(scope !== undefined && { scope }) };
}
