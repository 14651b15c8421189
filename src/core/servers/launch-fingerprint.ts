import { assertNever } from '../../shared/assert-never.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerLaunch, SignInSettings } from '../../shared/server.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';

/**
 * SHA-256 (hex) of a launch as it is stored: command, arguments, folder and environment, or address, headers, transport,
 * proxy and authorities; with all values, since a value such as `NODE_OPTIONS` or a tenant in a header changes what is
 * talked to. Variables are not replaced first: where Gatehouse itself is installed may change from start to start without
 * the launch being another one.
 */
export function launchFingerprint(launch: ServerLaunch): string {
  return sha256Hex(canonicalJson(partsOf(launch)));
}

function partsOf(launch: ServerLaunch): JsonObject {
  switch (launch.kind) {
    case 'stdio': {
      const { kind, command, args, env, cwd = null, sandbox } = launch;
      // Absent where there is none, so that what was confirmed before there were sandboxes stays confirmed.
      const walls = sandbox === undefined ? {} : { sandbox: { network: sandbox.network, read: sandbox.read } };
      return { kind, command, args, env, cwd, ...walls };
    }
    case 'http': {
      const { kind, url, headers, transport, caFile = null, proxy = null } = launch;
      return { kind, url, headers, transport, caFile, proxy, ...signInParts(launch) };
    }
    case 'websocket': {
      const { kind, url, headers, caFile = null, proxy = null } = launch;
      return { kind, url, headers, caFile, proxy, ...signInParts(launch) };
    }
    default:
      return assertNever(launch);
  }
}

/** Absent where nothing is set, so that launches which were confirmed before there were such settings stay confirmed. */
function signInParts({ clientId, hasClientSecret, issuerAlias, trustPrivateNetwork }: SignInSettings): JsonObject {
  const set = { clientId, hasClientSecret, issuerAlias, trustPrivateNetwork };
  return Object.fromEntries(Object.entries(set).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
