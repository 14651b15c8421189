import { isJsonObject, type JsonValue } from '../../shared/json.js';
import type { ServerLaunch } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import { readServerEntry } from './mcp-server-entry.js';
import { parsePositionedJson } from './positioned-json.js';
import { nameProblem } from './server-config.js';

/** One server out of an `mcpServers` text. */
export interface ImportedServer {
  readonly name: string;
  readonly launch: ServerLaunch;
  /** Belongs to the client ID of the launch; it is kept apart. */
  readonly clientSecret?: string;
  /** False where the entry says `disabled: true`. */
  readonly autoConnect: boolean;
  /** Fields of the entry that Gatehouse does not use. */
  readonly ignored: readonly string[];
}

const WRAPPERS = ['mcpServers', 'servers'] as const;

/**
 * Reads what other hosts write: `{ "mcpServers": { name: { command, args, env, cwd } } }` for a program, `{ url, headers,
 * type }` for what is elsewhere, or the inner object alone.
 * All or nothing: throws `bad-json` with line and column where it is no JSON, and `bad-import` with every problem
 * otherwise.
 */
export function parseMcpServersJson(text: string, existingNames: readonly string[]): readonly ImportedServer[] {
  const { value, duplicates } = parsePositionedJson(text);
  const problems = duplicates.map(
    ({ key, line, column }) => `“${key}” stands twice in one object (line ${line}, column ${column}).`,
  );
  const entries = serverEntries(value);
  const names: string[] = [...existingNames];
  const servers: ImportedServer[] = [];
  for (const [name, entry] of entries) {
    const read = readServerEntry(entry);
    const wrongName = nameProblem(name, names);
    const wrong = [...(wrongName === undefined ? [] : [wrongName]), ...read.problems];
    problems.push(...wrong.map((problem) => `${name || '(no name)'}: ${problem}`));
    names.push(name);
    const { problems: _told, ...server } = read;
    servers.push({ name, ...server });
  }
  if (problems.length > 0) {
    throw new GatehouseError('bad-import', `Nothing was imported.\n${problems.join('\n')}`);
  }
  return servers;
}

function serverEntries(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (!isJsonObject(value)) throw new GatehouseError('bad-import', 'An object with “mcpServers” is expected.');
  const wrapper = WRAPPERS.find((name) => isJsonObject(value[name]) && !isEntry(value[name]));
  const inner = wrapper === undefined ? value : value[wrapper];
  if (!isJsonObject(inner)) throw new GatehouseError('bad-import', '“mcpServers” must be an object.');
  if (isEntry(inner)) {
    throw new GatehouseError(
      'bad-import',
      'This is one entry without a name. Write { "name": { "command": … } } or { "name": { "url": … } }.',
    );
  }
  const entries = Object.entries(inner).flatMap(([name, entry]) =>
    entry === undefined ? [] : [[name, entry] as const],
  );
  if (entries.length === 0) throw new GatehouseError('bad-import', 'There is no server in it.');
  return entries;
}

function isEntry(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && (typeof value['command'] === 'string' || typeof value['url'] === 'string');
}
