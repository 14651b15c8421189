import { allowInsecureRequests, customFetch, isDPoPNonceError } from 'oauth4webapi';
import type { AuthorizationServer, ClientAuth, TokenEndpointResponse } from 'oauth4webapi';
import type { AuthDoor } from './auth-door.js';
import { clientAuth } from './client-auth.js';
import type { DpopKey } from './dpop-key.js';
import { signInError } from './sign-in-error.js';
import { GatehouseError } from '../../errors.js';
import type { RegisteredClient } from './oauth-options.js';

/** What every request to one token endpoint shares. */
export interface TokenDesk {
  readonly door: AuthDoor;
  readonly as: AuthorizationServer;
  readonly client: RegisteredClient;
  readonly dpop: DpopKey | undefined;
}

/** What a function of the OAuth library needs to make such a request. */
export interface TokenCall {
  readonly as: AuthorizationServer;
  readonly client: { readonly client_id: string };
  readonly auth: ClientAuth;
  readonly options: ReturnType<typeof requestOptions>;
}

/**
 * Asks for a token; once more where the endpoint wants a nonce in the proof (RFC 9449, 8). Rejects with a
 * `GatehouseError`; `cause` is then what the library said.
 */
export async function requestToken(
  desk: TokenDesk,
  ask: (call: TokenCall) => Promise<Response>,
  read: (call: TokenCall, response: Response) => Promise<TokenEndpointResponse>,
): Promise<TokenEndpointResponse> {
  const { door, as, client, dpop } = desk;
  try {
    const options = requestOptions(door, dpop);
    const call = { as, client: { client_id: client.clientId }, auth: await clientAuth(client, as), options };
    const once = async (): Promise<TokenEndpointResponse> => read(call, await ask(call));
    const token = await once().catch((error: unknown) => {
      if (dpop !== undefined && isDPoPNonceError(error)) return once();
      throw error;
    });
    if (dpop !== undefined && token.token_type !== 'dpop') throw notBound(as.issuer);
    return token;
  } catch (error) {
    throw signInError(as.issuer, error);
  }
}

/** How the OAuth library reaches the world here. The addresses are checked by the door. */
export function requestOptions(door: AuthDoor, dpop?: DpopKey) {
  return {
    [allowInsecureRequests]: true,
    [customFetch]: door.fetch,
    ...(dpop !== undefined && { DPoP: dpop.handle }),
  };
}

function notBound(issuer: string): GatehouseError {
  const text = `The server wants tokens that are bound to a key (DPoP), and ${issuer} gave one that is not. Tell whoever runs it.`;
  return new GatehouseError('token-refused', text, { parts: { unbinding: issuer } });
}
