import type { ServerLaunch } from '../../shared/server.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';

/**
 * SHA-256 (hex) of a launch as it is stored: command, arguments, folder, and the environment with its values, since a
 * value such as `NODE_OPTIONS` changes what runs. Variables are not replaced first: where Gatehouse itself is installed
 * may change from start to start without the launch being another one.
 */
export function launchFingerprint(launch: ServerLaunch): string {
  return sha256Hex(
    canonicalJson({
      kind: launch.kind,
      command: launch.command,
      args: launch.args,
      env: launch.env,
      cwd: launch.cwd ?? null,
    }),
  );
}
