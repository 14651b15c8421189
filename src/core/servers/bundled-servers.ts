import { branded } from '../../shared/brand.js';
import type { ServerConfig, ServerId, StdioLaunch } from '../../shared/server.js';
import { launchFingerprint } from './launch-fingerprint.js';

/** The sample servers that ship with Gatehouse. Their launches need no question: they are part of the app. */
export function bundledServers(): readonly ServerConfig[] {
  return [
    bundled('notes', ['${data}/notes'], true),
    bundled('docs', ['--gatehouse-version', '${version}'], true),
    bundled('deploy', ['${data}/deploy/deployments.log'], false),
  ];
}

function bundled(name: string, args: readonly string[], trustReadOnlyHint: boolean): ServerConfig {
  const launch: StdioLaunch = {
    kind: 'stdio',
    command: '${node}',
    args: [`\${servers}/${name}.js`, ...args],
    // Inside the app `${node}` is Electron itself, which is Node with this set; plain Node does not look at it.
    env: { ELECTRON_RUN_AS_NODE: '1' },
  };
  return {
    id: branded<ServerId>(name),
    name,
    launch,
    trustReadOnlyHint,
    autoConnect: true,
    bundled: true,
    confirmedLaunch: launchFingerprint(launch),
  };
}
