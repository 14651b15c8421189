import { processRevocationResponse, revocationRequest } from 'oauth4webapi';
import { clientAuth } from './client-auth.js';
import { signInError } from './sign-in-error.js';
import { requestOptions } from './token-request.js';
import type { TokenDesk } from './token-request.js';

/** Tells an issuer that a token is not used any more (RFC 7009). Rejects with a `GatehouseError`. */
export async function revoke({ door, as, client }: TokenDesk, token: string): Promise<void> {
  try {
    const auth = await clientAuth(client, as);
    const response = await revocationRequest(as, { client_id: client.clientId }, auth, token, requestOptions(door));
    await processRevocationResponse(response);
  } catch (error) {
    throw signInError(as.issuer, error);
  }
}
