import { assertNever } from '../../shared/assert-never.js';
import type { CommandInput } from '../../shared/ipc/contract.js';
import type { ServerLaunch, SignInSettings } from '../../shared/server.js';
import { type LaunchSecrets, namedValues, secretReference, secretsIn } from '../servers/launch-variables.js';
import { badServer } from '../servers/server-config.js';

type LaunchInput = CommandInput<'servers.save'>['launch'];
type GivenValue = string | null | { readonly secret: string };

/** What a form asks for: a launch, and the secrets that are new in it, by the names that it refers to them by. */
export interface GivenLaunch {
  readonly launch: ServerLaunch;
  readonly secrets: LaunchSecrets;
}

/**
 * The launch that a form asks for. What it keeps is taken from `stored`, and only where that goes to the same place: a
 * secret that was given for one address is not sent to another, whether it is kept or referred to by name. Throws
 * `bad-server` where there is nothing to keep.
 */
export function launchFrom(input: LaunchInput, stored: ServerLaunch | undefined): GivenLaunch {
  const given = input.kind === 'stdio' ? input.env : input.headers;
  const kept = keptValues(input, stored);
  const launch = launchOf(input, merged(given, kept), stored);
  const secrets = secretsGiven(given);
  const known = new Set([...Object.keys(secrets), ...Object.values(kept).flatMap(secretsIn)]);
  const unknown = Object.values(namedValues(launch))
    .flatMap(secretsIn)
    .find((name) => !known.has(name));
  if (unknown !== undefined) {
    const reference = secretReference(unknown);
    const message = `${reference} is no secret of this server; enter its value.`;
    throw badServer({ code: 'server-secret-unknown', message, parts: { reference } });
  }
  return { launch, secrets };
}

function launchOf(
  input: LaunchInput,
  values: Readonly<Record<string, string>>,
  stored: ServerLaunch | undefined,
): ServerLaunch {
  switch (input.kind) {
    case 'stdio': {
      const { kind, command, args, cwd, sandbox } = input;
      const walls = sandbox === undefined ? {} : { sandbox };
      return { kind, command, args, env: values, ...(cwd === '' ? {} : { cwd }), ...walls };
    }
    case 'http': {
      const { kind, url, transport } = input;
      return { kind, url, headers: values, transport, ...wayOf(input), ...signInOf(input, stored) };
    }
    case 'websocket': {
      const { kind, url } = input;
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
    const message = 'There is no stored client secret for this; write one.';
    throw badServer({ code: 'server-no-client-secret', message });
  }
  return {
    ...(clientId === '' ? {} : { clientId }),
    ...(clientSecret === '' ? {} : { hasClientSecret: true }),
    ...(issuerAlias === '' ? {} : { issuerAlias }),
    ...(trustPrivateNetwork ? { trustPrivateNetwork } : {}),
  };
}

function keptValues(input: LaunchInput, stored: ServerLaunch | undefined): Readonly<Record<string, string>> {
  if (stored === undefined) return {};
  if (input.kind === 'stdio' || stored.kind === 'stdio') return input.kind === stored.kind ? namedValues(stored) : {};
  return isSamePlace(input.url, stored.url) ? stored.headers : {};
}

function isSamePlace(left: string, right: string): boolean {
  return originOf(left) === originOf(right);
}

/** What comes before the path: with variables in it, it is compared as it is written. */
function originOf(url: string): string {
  return /^[^:/?#]+:\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? url;
}

function merged(
  input: Readonly<Record<string, GivenValue>>,
  kept: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]): [string, string] => {
      if (typeof value === 'string') return [key, value];
      if (value !== null) return [key, secretReference(key)];
      const former = Object.hasOwn(kept, key) ? kept[key] : undefined;
      if (former === undefined) {
        const message = `There is no stored value of ${key} for this; write one.`;
        throw badServer({ code: 'server-value-unknown', message, parts: { key } });
      }
      return [key, former];
    }),
  );
}

function secretsGiven(input: Readonly<Record<string, GivenValue>>): LaunchSecrets {
  return Object.fromEntries(
    Object.entries(input).flatMap(([key, value]): [string, string][] => {
      if (typeof value === 'string' || value === null) return [];
      const parts = { key };
      if (/[{}]/.test(key)) {
        const message = `${key} holds a brace, so it can't name a secret.`;
        throw badServer({ code: 'server-secret-brace', message, parts });
      }
      if (/[\0\r\n]/.test(value.secret)) {
        const message = `The value of ${key} holds a line break or a NUL character.`;
        throw badServer({ code: 'server-secret-value', message, parts });
      }
      return [[key, value.secret]];
    }),
  );
}
