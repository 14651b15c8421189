import { processDiscoveryResponse } from 'oauth4webapi';
import type { AuthorizationServer } from 'oauth4webapi';
import { GatehouseError } from '../../errors.js';
import type { AuthDoor } from './auth-door.js';
import { fetchMetadata } from './metadata-document.js';

export interface FoundIssuer {
  readonly as: AuthorizationServer;
  /** True where nothing says that it is one: these are the default endpoints of 2025-03-26. */
  readonly assumed: boolean;
}

export interface IssuerQuestion {
  /** As the resource wrote it. */
  readonly issuer: string;
  /** True where nobody named it: then it may be without metadata (2025-03-26). */
  readonly guessed: boolean;
  /** Another name under which the user knows this very issuer, for one that calls itself differently. */
  readonly alias: string | undefined;
}

/**
 * The metadata of an authorization server (RFC 8414, OpenID Connect Discovery): the three places in MCP's order, and the
 * name in it exactly the one that was asked for. Rejects with code `issuer-mismatch` or `bad-metadata`.
 */
export async function discoverIssuer(door: AuthDoor, question: IssuerQuestion): Promise<FoundIssuer> {
  const { issuer, guessed, alias } = question;
  const url = door.addresses.check(issuer, 'its sign-in server');
  for (const address of metadataAddresses(url)) {
    const document = await fetchMetadata(door, address, 'the metadata of its sign-in server');
    if (document === undefined) continue;
    const named = document['issuer'];
    if (named !== (alias ?? issuer)) throw mismatch(issuer, named);
    // The library reads what it needs, and its types say what may be in there.
    const headers = { 'content-type': 'application/json' };
    const response = new Response(JSON.stringify(document), { headers });
    return { as: await processDiscoveryResponse(new URL(named), response), assumed: false };
  }
  if (guessed) return { as: withDefaults(issuer), assumed: true };
  const text = `The sign-in server ${issuer} has no metadata, so Gatehouse can't sign in. Tell whoever runs the server.`;
  throw new GatehouseError('bad-metadata', text, { parts: { issuer } });
}

/** Where an issuer may have its metadata (basic/authorization, 2026-07-28). */
export function metadataAddresses({ origin, pathname }: URL): readonly string[] {
  const path = pathname.replace(/\/$/, '');
  const known = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
  ];
  return path === '' ? known : [...known, `${origin}${path}/.well-known/openid-configuration`];
}

/** The default endpoints of 2025-03-26, which asks for PKCE of every client. */
function withDefaults(issuer: string): AuthorizationServer {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    code_challenge_methods_supported: ['S256'],
  };
}

function mismatch(issuer: string, named: unknown): GatehouseError {
  const text = `The sign-in server ${issuer} calls itself ${typeof named === 'string' ? named : 'nothing'}. The two must be the same letter by letter, or another could pose as it; nothing was sent. Tell whoever runs the server.`;
  const parts = { issuer, ...(typeof named === 'string' && { named }) };
  return new GatehouseError('issuer-mismatch', text, { parts });
}
