import { ClientSecretPost, None, PrivateKeyJwt } from 'oauth4webapi';
import type { AuthorizationServer, ClientAuth } from 'oauth4webapi';
import { errorMessage, GatehouseError } from '../../errors.js';
import { stringList } from './metadata-document.js';
import type { ClientAuthMethod, RegisteredClient } from './oauth-options.js';

const KEYS: Readonly<Record<string, RsaHashedImportParams | EcKeyImportParams | { name: string }>> = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
};

/** How a client shows itself at the token endpoint. Rejects with code `bad-client` where the two do not fit. */
export async function clientAuth(client: RegisteredClient, as: AuthorizationServer): Promise<ClientAuth> {
  const method = chooseMethod(client, as);
  const secret = client.clientSecret ?? '';
  if (method === 'client_secret_basic') return basic(client.clientId, secret);
  if (method === 'client_secret_post') return ClientSecretPost(secret);
  if (method === 'none' || client.privateKey === undefined) return None();
  return PrivateKeyJwt(await importKey(client.privateKey.pem, client.privateKey.algorithm));
}

function chooseMethod(client: RegisteredClient, as: AuthorizationServer): ClientAuthMethod {
  // Without the list it is "client_secret_basic" (RFC 8414, 2).
  const offered = stringList(as.token_endpoint_auth_methods_supported) ?? ['client_secret_basic', 'none'];
  if (client.authMethod !== undefined) return client.authMethod;
  if (client.privateKey !== undefined) return 'private_key_jwt';
  if (client.clientSecret === undefined) return 'none';
  const usual = ['client_secret_basic', 'client_secret_post', 'none'] as const;
  const method = usual.find((one) => offered.includes(one));
  if (method !== undefined) return method;
  const { issuer } = as;
  const kinds = offered.join(', ');
  const text = `${issuer} takes no client secret (it wants ${kinds}). Register a client of that kind.`;
  throw new GatehouseError('bad-client', text, { parts: { issuer, kinds } });
}

/** Encoded as forms are (RFC 6749, 2.3.1) and no further: many servers do not decode it, and most ids need nothing. */
function basic(id: string, secret: string): ClientAuth {
  const credentials = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64');
  return (_as, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`);
}

function encoded(text: string): string {
  return new URLSearchParams({ _: text }).toString().slice(2);
}

async function importKey(pem: string, algorithm: string): Promise<CryptoKey> {
  const kind = KEYS[algorithm];
  if (kind === undefined) {
    const known = Object.keys(KEYS).join(', ');
    const text = `The algorithm ${algorithm} of the client's key is not known. Use one of ${known}.`;
    throw new GatehouseError('bad-client', text, { parts: { algorithm, known } });
  }
  try {
    const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    return await crypto.subtle.importKey('pkcs8', der, kind, false, ['sign']);
  } catch (error) {
    const why = errorMessage(error);
    const text = `The private key of the client can't be read as ${algorithm} (PEM, PKCS #8): ${why}.`;
    throw new GatehouseError('bad-client', text, { cause: error, parts: { algorithm, why } });
  }
}
