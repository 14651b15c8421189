import type { ServerConfig, ServerLaunch, ServerSandbox } from '../../shared/server.js';
import { commandLineText } from '../../shared/command-line.js';
import { launchFingerprint } from './launch-fingerprint.js';
import { expandLaunch, type LaunchVariables } from './launch-variables.js';

/** What the user is shown before a launch is used for the first time. Variables are replaced: it says what will happen. */
export type StartQuestion =
  | {
      readonly kind: 'start-server';
      readonly serverName: string;
      /** The exact command, quoted for reading. */
      readonly commandLine: string;
      readonly cwd: string;
      readonly envKeys: readonly string[];
      /** The file that the command stands for, every link followed; absent where it is not known. */
      readonly program?: string;
      /** What differs from what the user confirmed before; absent where nothing was. */
      readonly changed?: 'launch' | 'program';
      /** Absent: the program can do what the user can do. */
      readonly sandbox?: ServerSandbox;
    }
  | {
      readonly kind: 'connect-remote';
      readonly serverName: string;
      readonly url: string;
      readonly headerKeys: readonly string[];
      /** Empty: as the environment says. */
      readonly proxy: string;
      /** Empty: only the usual authorities are trusted. */
      readonly caFile: string;
      /** Empty: Gatehouse finds out, or registers itself. */
      readonly clientId: string;
      /** Empty: as the server calls it. */
      readonly issuerAlias: string;
      readonly trustPrivateNetwork: boolean;
    };

/** `program`: the file that a command stands for, where it is known. Throws `unknown-variable`. */
export function startQuestion(
  { name, launch: stored, confirmedLaunch }: ServerConfig,
  variables: LaunchVariables,
  program?: string,
): StartQuestion {
  const launch = expandLaunch(stored, variables);
  if (launch.kind === 'stdio') {
    return {
      kind: 'start-server',
      serverName: name,
      commandLine: commandLineText(launch.command, launch.args),
      cwd: launch.cwd ?? variables.homeDir,
      envKeys: Object.keys(launch.env),
      ...(program === undefined ? {} : { program }),
      ...changeSince(stored, confirmedLaunch),
      ...(launch.sandbox === undefined ? {} : { sandbox: launch.sandbox }),
    };
  }
  return {
    kind: 'connect-remote',
    serverName: name,
    url: launch.url,
    headerKeys: Object.keys(launch.headers),
    proxy: withoutPassword(launch.proxy ?? ''),
    caFile: launch.caFile ?? '',
    clientId: launch.clientId ?? '',
    issuerAlias: launch.issuerAlias ?? '',
    trustPrivateNetwork: launch.trustPrivateNetwork === true,
  };
}

/** Where the launch is the confirmed one and is asked about all the same, its program is another. */
function changeSince(launch: ServerLaunch, confirmed: string | undefined): { readonly changed?: 'launch' | 'program' } {
  if (confirmed === undefined) return {};
  return { changed: confirmed === launchFingerprint(launch) ? 'program' : 'launch' };
}

/** A variable of the environment may have brought one along. */
function withoutPassword(proxy: string): string {
  return proxy.replace(/^((?:[a-z]+:\/\/)?[^/@]*?):[^/]*@/i, '$1@');
}
