import { readFileSync } from 'node:fs';
import { branded } from '../shared/brand.js';
import { errorMessage, GatehouseError } from '../core/errors.js';
import { parseMcpServersJson } from '../core/servers/mcp-servers-json.js';
import type { ServerConfig, ServerId } from '../shared/server.js';

export interface ConfigFile {
  readonly servers: readonly ServerConfig[];
  /** By server. */
  readonly clientSecrets: ReadonlyMap<ServerId, string>;
  /** A sentence for each entry with fields that Gatehouse does not use. */
  readonly remarks: readonly string[];
}

/** Reads an `mcpServers` file. Throws `bad-config` that names the file and, where it is no JSON, line and column. */
export function readConfigFile(path: string): ConfigFile {
  try {
    const imported = parseMcpServersJson(readFileSync(path, 'utf8'), []);
    return {
      clientSecrets: new Map(
        imported.flatMap(({ name, clientSecret }) =>
          clientSecret === undefined ? [] : [[idOf(name), clientSecret] as const],
        ),
      ),
      servers: imported.map(({ name, launch, autoConnect }) => ({
        id: idOf(name),
        name,
        launch,
        trustReadOnlyHint: false,
        autoConnect,
        bundled: false,
      })),
      remarks: imported
        .filter(({ ignored }) => ignored.length > 0)
        .map(
          ({ name, ignored }) => `${name}: Gatehouse does not use ${ignored.map((field) => `“${field}”`).join(', ')}.`,
        ),
    };
  } catch (error) {
    throw new GatehouseError('bad-config', `${path}: ${errorMessage(error)}`, { cause: error });
  }
}

/** No id of the app is like this, so nothing that was allowed there holds for a server of a file. */
function idOf(name: string): ServerId {
  return branded<ServerId>(`file:${name}`);
}
