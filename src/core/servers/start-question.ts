import type { ServerConfig } from '../../shared/server.js';
import { commandLineText } from './command-line.js';
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

/** Throws `unknown-variable`. */
export function startQuestion({ name, launch: stored }: ServerConfig, variables: LaunchVariables): StartQuestion {
  const launch = expandLaunch(stored, variables);
  if (launch.kind === 'stdio') {
    return {
      kind: 'start-server',
      serverName: name,
      commandLine: commandLineText(launch.command, launch.args),
      cwd: launch.cwd ?? variables.homeDir,
      envKeys: Object.keys(launch.env),
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

/** A variable of the environment may have brought one along. */
function withoutPassword(proxy: string): string {
  return proxy.replace(/^((?:[a-z]+:\/\/)?[^/@]*?):[^/]*@/i, '$1@');
}
