import type { JsonObject } from '../../../shared/json.js';
import { GatehouseError } from '../../errors.js';
import type { AuthDoor } from './auth-door.js';
import { fetchMetadata, stringList } from './metadata-document.js';

/** What a server says of itself to those who want in (RFC 9728). */
export interface ProtectedResource {
  /** Its identifier as it wrote it: authorization servers compare it letter by letter. */
  readonly resource: string;
  /** The issuers that it takes tokens of, the preferred one first. */
  readonly issuers: readonly string[];
  readonly scopes: readonly string[] | undefined;
  /** True where it takes only tokens that are bound to a key. */
  readonly bindsTokens: boolean;
  /** True where it named no issuer: then, by the revision 2025-03-26, its own origin is asked. */
  readonly guessed: boolean;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/**
 * Reads the metadata of a protected resource: from where its challenge says, else from the well-known places, the one
 * with the server's path first (basic/authorization, 2026-07-28). Rejects with code `resource-mismatch` where the
 * document speaks of another resource, and `bad-metadata`.
 */
export async function discoverResource(
  door: AuthDoor,
  server: URL,
  hinted: string | undefined,
): Promise<ProtectedResource> {
  const path = server.pathname.replace(/\/$/, '');
  const known = [`${server.origin}${WELL_KNOWN}${path}${server.search}`, `${server.origin}${WELL_KNOWN}`];
  for (const address of new Set(hinted === undefined ? known : [hinted, ...known])) {
    const document = await fetchMetadata(door, address, 'its resource metadata');
    if (document !== undefined) return readResource(document, server);
  }
  if (hinted !== undefined) {
    const text = `${server.origin} wants a sign-in and points to metadata that is not there. Tell whoever runs it.`;
    throw new GatehouseError('bad-metadata', text, { parts: { origin: server.origin } });
  }
  const resource = server.pathname === '/' ? server.origin : `${server.origin}${server.pathname}${server.search}`;
  return { resource, issuers: [server.origin], scopes: undefined, bindsTokens: false, guessed: true };
}

function readResource(document: JsonObject, server: URL): ProtectedResource {
  const { resource } = document;
  if (typeof resource !== 'string' || !isSameResource(resource, server)) {
    const named = typeof resource === 'string' && URL.canParse(resource) ? new URL(resource).host : 'none';
    const text = `The sign-in metadata of ${server.origin} is for another server (${named}). A token for it could be used there, so nothing was sent.`;
    throw new GatehouseError('resource-mismatch', text, { parts: { origin: server.origin, named } });
  }
  const issuers = stringList(document['authorization_servers']) ?? [];
  return {
    resource,
    issuers: issuers.length > 0 ? issuers : [server.origin],
    scopes: stringList(document['scopes_supported']),
    bindsTokens: document['dpop_bound_access_tokens_required'] === true,
    guessed: issuers.length === 0,
  };
}

/** The identifier is the server's address or one above it on the same origin, and has no fragment (RFC 8707). */
function isSameResource(resource: string, server: URL): boolean {
  if (!URL.canParse(resource) || resource.includes('#')) return false;
  const { origin, pathname, search } = new URL(resource);
  if (origin !== server.origin || (search !== '' && search !== server.search)) return false;
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return `${server.pathname}/`.startsWith(folder);
}
