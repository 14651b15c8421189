import type { ServerLaunch, ServerSandbox } from '../../shared/server.js';
import { launchFingerprint } from './launch-fingerprint.js';

/** Whether a server may do something with the second sandbox that it may not do with the first. None: no walls. */
export function isLooser(before: ServerSandbox | undefined, after: ServerSandbox | undefined): boolean {
  if (before === undefined) return false;
  if (after === undefined || (after.network && !before.network)) return true;
  return after.read.some((path) => !before.read.includes(path));
}

/** The sandbox of a launch; undefined where it has none, or can't have one. */
export function sandboxOf(launch: ServerLaunch): ServerSandbox | undefined {
  return launch.kind === 'stdio' ? launch.sandbox : undefined;
}

/** Whether two launches differ in nothing but their sandbox. */
export function isSameProgram(left: ServerLaunch, right: ServerLaunch): boolean {
  return launchFingerprint(withoutSandbox(left)) === launchFingerprint(withoutSandbox(right));
}

function withoutSandbox(launch: ServerLaunch): ServerLaunch {
  if (launch.kind !== 'stdio') return launch;
  const { sandbox: _walls, ...rest } = launch;
  return rest;
}
