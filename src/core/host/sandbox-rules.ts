import { join } from 'node:path';
import type { ServerId, ServerSandbox } from '../../shared/server.js';
import type { BashSandbox } from '../../shared/settings.js';
import type { SandboxRules } from '../process/sandbox.js';
import type { HostEnvironment } from './ports.js';

/** Ids that the app gives. Another one, written into the file by hand, must not lead out of the data folder. */
const FOLDER_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/u;

/** The walls of a sandboxed server. `read` has its variables replaced. */
export function serverRules(
  id: ServerId,
  { network, read }: ServerSandbox,
  environment: HostEnvironment,
  workspace: string,
): SandboxRules {
  const own = ownFolder(id, environment.launchVariables);
  return { network, read, workspace, ...(own === undefined ? {} : { own }), ...closedPlaces(environment) };
}

/** The walls of the built-in `bash`; undefined where it has none. */
export function bashRules(
  setting: BashSandbox,
  environment: HostEnvironment,
  workspace: string,
): SandboxRules | undefined {
  if (setting === 'off') return undefined;
  return { network: setting === 'with-network', read: [], workspace, ...closedPlaces(environment) };
}

/** A sandboxed server's own data folder; undefined where it can have none. */
export function ownFolder(id: ServerId, { data }: Readonly<Record<string, string>>): string | undefined {
  return data === undefined || !FOLDER_NAME.test(id) ? undefined : join(data, id);
}

function closedPlaces({ homeDir, launchVariables }: HostEnvironment): Pick<SandboxRules, 'homeDir' | 'hidden'> {
  const { data } = launchVariables;
  return { homeDir, hidden: data === undefined ? [] : [data] };
}
