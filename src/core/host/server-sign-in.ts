import { GatehouseError } from '../errors.js';
import type { CredentialStore } from '../mcp/auth/credential-store.js';
import { OAuthAuthorizer } from '../mcp/auth/oauth-authorizer.js';
import type { Authorizer } from '../mcp/transports/authorizer.js';
import type { RemoteOptions } from '../mcp/transports/http-options.js';
import type { Desk, SecretStore } from './ports.js';

export interface SignInParts {
  readonly desk: Desk;
  readonly secrets: SecretStore;
  /** Aborts when the host closes: open questions go with it. */
  readonly signal: AbortSignal;
}

/**
 * Who signs in to a server that is elsewhere: by OAuth, in the browser of the system, after the user has seen the whole
 * address in a native dialog. Undefined where the user's own headers already say who they are.
 */
export function signInTo(
  { name }: { readonly name: string },
  { url, headers = {}, proxy, caFile, env }: RemoteOptions,
  { desk, secrets, signal }: SignInParts,
): Authorizer | undefined {
  if (Object.keys(headers).some((header) => header.toLowerCase() === 'authorization')) return undefined;
  return new OAuthAuthorizer({
    server: url,
    clientName: 'Gatehouse',
    credentials: credentialsIn(secrets),
    door: { proxy, caFile, ...(env === undefined ? {} : { env }) },
    openBrowser: async (page) => {
      if (!(await desk.confirm({ kind: 'open-link', url: page.href }, signal))) {
        throw new GatehouseError('sign-in-required', `${name} wants you to sign in. Connect it again to do so.`);
      }
      await desk.openLink(page.href);
    },
  });
}

/** Encrypted where the system can; else only until the app ends: a token is never written in plain text. */
function credentialsIn(secrets: SecretStore): CredentialStore {
  return {
    read: async (key) => (await secrets.read(nameOf(key)))?.value,
    write: async (key, value) =>
      secrets.write(nameOf(key), value, (await secrets.protection()) === 'encrypted' ? 'encrypted' : 'memory'),
    remove: (key) => secrets.remove(nameOf(key)),
  };
}

/** Apart from the house's own secrets. */
function nameOf(key: string): string {
  return `oauth:${key}`;
}
