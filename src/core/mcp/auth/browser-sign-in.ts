import {
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi';
import { GatehouseError } from '../../errors.js';
import type { AuthDoor } from './auth-door.js';
import { checkBrowserAddress } from './browser-address.js';
import { identifyClient } from './client-identity.js';
import type { DpopKey } from './dpop-key.js';
import type { TokenWish } from './grants.js';
import { LoopbackRedirect } from './loopback-redirect.js';
import { stringList } from './metadata-document.js';
import type { OAuthOptions, RegisteredClient } from './oauth-options.js';
import { isPassing, signInError } from './sign-in-error.js';
import { splitScope } from './scope-set.js';
import { requestToken } from './token-request.js';

export interface BrowserSignIn {
  readonly door: AuthDoor;
  readonly as: AuthorizationServer;
  /** See `Desk`. */
  readonly assumed: boolean;
  readonly options: OAuthOptions;
  readonly wish: TokenWish;
  readonly dpop: DpopKey | undefined;
  readonly signal: AbortSignal;
  readonly openBrowser: NonNullable<OAuthOptions['openBrowser']>;
}

const NO_SIGN_IN = 'The server does not say where to sign in, and nobody can at the usual place.';

/** The user signs in at an issuer with the browser of the system (OAuth 2.1, 4.1). Rejects with a `GatehouseError`. */
export async function signInWithBrowser(
  how: BrowserSignIn,
): Promise<{ readonly client: RegisteredClient; readonly token: TokenEndpointResponse }> {
  const { door, as, options, wish, dpop, signal, openBrowser } = how;
  const page = checkPage(door, as);
  const state = generateRandomState();
  const verifier = generateRandomCodeVerifier();
  const redirect = await LoopbackRedirect.open(state, signal, options.signInLimitMs);
  try {
    const { redirectUri } = redirect;
    const client = await identifyClient(door, as, options, { redirectUri, scope: wish.scope }).catch(
      (error: unknown) => {
        // What was only supposed to be there is not.
        if (how.assumed && !isPassing(error)) throw new GatehouseError('no-sign-in', NO_SIGN_IN, { cause: error });
        throw error;
      },
    );
    const parameters = {
      response_type: 'code',
      client_id: client.clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...wish,
      // OpenID Connect gives no refresh token without asking the user (Core, 11).
      prompt: splitScope(wish.scope).includes('offline_access') ? 'consent' : undefined,
      dpop_jkt: await dpop?.handle.calculateThumbprint(),
    };
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) page.searchParams.set(name, value);
    }
    await openBrowser(checkBrowserAddress(page.href));
    const answer = checkAnswer(as, client, await redirect.answer, state);
    const token = await requestToken(
      { door, as, client, dpop },
      (call) =>
        authorizationCodeGrantRequest(call.as, call.client, call.auth, answer, redirectUri, verifier, {
          ...call.options,
          additionalParameters: { resource: wish.resource },
        }),
      (call, response) => processAuthorizationCodeResponse(call.as, call.client, response),
    );
    return { client, token };
  } finally {
    await redirect.close();
  }
}

/** The address of the page, without its parameters; and that the issuer protects the answer (PKCE). */
function checkPage(door: AuthDoor, as: AuthorizationServer): URL {
  if (stringList(as.code_challenge_methods_supported)?.includes('S256') !== true) {
    const { issuer } = as;
    const text = `${issuer} does not say that it protects sign-ins by PKCE (S256), so Gatehouse does not sign in there. Tell whoever runs it.`;
    throw new GatehouseError('pkce-missing', text, { parts: { issuer } });
  }
  const page = checkBrowserAddress(as.authorization_endpoint ?? '');
  return door.addresses.check(page.href, 'its sign-in page');
}

/** The state, and that the answer is from the very issuer that was asked (RFC 9207), also where it tells of an error. */
function checkAnswer(
  as: AuthorizationServer,
  client: RegisteredClient,
  answer: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    return validateAuthResponse(as, { client_id: client.clientId }, answer, state);
  } catch (error) {
    throw signInError(as.issuer, error);
  }
}
