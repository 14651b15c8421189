import { assertNever } from '../../shared/assert-never.js';
import type { CommandInput } from '../../shared/ipc/contract.js';
import type { ServerLaunch, SignInSettings } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';

type LaunchInput = CommandInput<'servers.save'>['launch'];

/**
 * The launch that a form asks for. What it keeps is taken from `stored`, and only where that goes to the same place: a
 * secret that was given for one address is not sent to another. Throws `bad-server` where there is nothing to keep.
 */
export function launchFrom(input: LaunchInput, stored: ServerLaunch | undefined): ServerLaunch {
  switch (input.kind) {
    case 'stdio': {
      const { kind, command, args, env, cwd } = input;
      const kept = stored?.kind === 'stdio' ? stored.env : {};
      return { kind, command, args, env: merged(env, kept), ...(cwd === '' ? {} : { cwd }) };
    }
    case 'http': {
      const { kind, url, headers, transport } = input;
      const values = merged(headers, keptHeaders(url, stored));
      return { kind, url, headers: values, transport, ...wayOf(input), ...signInOf(input, stored) };
    }
    case 'websocket': {
      const { kind, url, headers } = input;
      const values = merged(headers, keptHeaders(url, stored));
      return { kind, url, headers: values, ...wayOf(input), ...signInOf(input, stored) };
    }
    default:
      return assertNever(input);
  }
}

function wayOf({ caFile, proxy }: { readonly caFile: string; readonly proxy: string }) {
  return { ...(caFile === '' ? {} : { caFile }), ...(proxy === '' ? {} : { proxy }) };
}

type RemoteInput = Exclude<LaunchInput, { kind: 'stdio' }>;

/** A client secret is kept where the same client signs in to the same place. */
function signInOf(input: RemoteInput, stored: ServerLaunch | undefined): SignInSettings {
  const { url, clientId = '', clientSecret = '', issuerAlias = '', trustPrivateNetwork = false } = input;
  const sameClient = stored !== undefined && stored.kind !== 'stdio' && stored.clientId === clientId;
  if (clientSecret === null && !(sameClient && stored.hasClientSecret === true && isSamePlace(url, stored.url))) {
    throw new GatehouseError('bad-server', 'There is no stored client secret for this; write one.');
  }
  return {
    ...(clientId === '' ? {} : { clientId }),
    ...(clientSecret === '' ? {} : { hasClientSecret: true }),
    ...(issuerAlias === '' ? {} : { issuerAlias }),
    ...(trustPrivateNetwork ? { trustPrivateNetwork } : {}),
  };
}

function keptHeaders(url: string, stored: ServerLaunch | undefined): Readonly<Record<string, string>> {
  if (stored === undefined || stored.kind === 'stdio') return {};
  return isSamePlace(url, stored.url) ? stored.headers : {};
}

function isSamePlace(left: string, right: string): boolean {
  return originOf(left) === originOf(right);
}

/** What comes before the path: with variables in it, it is compared as it is written. */
function originOf(url: string): string {
  return /^[^:/?#]+:\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? url;
}

function merged(
  input: Readonly<Record<string, string | null>>,
  kept: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]): [string, string] => {
      if (typeof value === 'string') return [key, value];
      const former = Object.hasOwn(kept, key) ? kept[key] : undefined;
      if (former === undefined) {
        throw new GatehouseError('bad-server', `There is no stored value of ${key} for this; write one.`);
      }
      return [key, former];
    }),
  );
}
