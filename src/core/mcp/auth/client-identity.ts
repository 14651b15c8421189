import { dynamicClientRegistrationRequest, processDynamicClientRegistrationResponse } from 'oauth4webapi';
import type { AuthorizationServer } from 'oauth4webapi';
import { GatehouseError } from '../../errors.js';
import type { AuthDoor } from './auth-door.js';
import { stringList } from './metadata-document.js';
import type { ClientAuthMethod, OAuthOptions, RegisteredClient } from './oauth-options.js';
import { signInError } from './sign-in-error.js';
import { requestOptions } from './token-request.js';

const METHODS: readonly ClientAuthMethod[] = ['none', 'client_secret_basic', 'client_secret_post'];

/**
 * As whom Gatehouse signs in at an issuer: as the client that was registered there by hand, else by the address of its
 * document, else by registering now (basic/authorization, 2026-07-28). Rejects with code `client-id-needed`.
 */
export async function identifyClient(
  door: AuthDoor,
  as: AuthorizationServer,
  options: OAuthOptions,
  wish: { readonly redirectUri: string; readonly scope: string | undefined },
): Promise<RegisteredClient> {
  if (options.client !== undefined) return options.client;
  if (as['client_id_metadata_document_supported'] === true && options.clientDocument !== undefined) {
    return { clientId: options.clientDocument, authMethod: 'none' };
  }
  if (as.registration_endpoint !== undefined) return register(door, as, options.clientName, wish);
  const parts = { issuer: as.issuer, redirect: 'http://127.0.0.1/callback' };
  const text = `${parts.issuer} knows no way to register by itself. Register Gatehouse there as a native app with the redirect address ${parts.redirect}, and enter its client ID in the server's settings.`;
  throw new GatehouseError('client-id-needed', text, { parts });
}

/** RFC 7591. Each sign-in registers anew, so that its random port is a part of the registration. */
async function register(
  door: AuthDoor,
  as: AuthorizationServer,
  clientName: string,
  { redirectUri, scope }: { readonly redirectUri: string; readonly scope: string | undefined },
): Promise<RegisteredClient> {
  const offered = stringList(as.token_endpoint_auth_methods_supported) ?? ['client_secret_basic'];
  const wanted = METHODS.find((one) => offered.includes(one)) ?? 'none';
  const metadata = {
    client_name: clientName,
    application_type: 'native',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: wanted,
    ...(scope !== undefined && { scope }),
  };
  try {
    const response = await dynamicClientRegistrationRequest(as, metadata, requestOptions(door));
    const given = await processDynamicClientRegistrationResponse(await tolerant(response));
    const method = METHODS.find((one) => one === given.token_endpoint_auth_method);
    return {
      clientId: given.client_id,
      ...(typeof given.client_secret === 'string' && { clientSecret: given.client_secret }),
      ...(method !== undefined && { authMethod: method }),
      issuer: as.issuer,
    };
  } catch (error) {
    throw signInError(as.issuer, error);
  }
}

/** Many servers answer 200 instead of 201, or leave out when a secret expires; neither is a reason to stay outside. */
async function tolerant(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const text = await response.text();
  const headers = { 'content-type': 'application/json' };
  try {
    const body: unknown = JSON.parse(text);
    const whole = typeof body === 'object' && body !== null ? { client_secret_expires_at: 0, ...body } : body;
    return new Response(JSON.stringify(whole), { status: 201, headers });
  } catch {
    return new Response(text, { status: 201, headers });
  }
}
