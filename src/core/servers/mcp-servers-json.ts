import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.js';
import type { ServerLaunch } from '../../shared/server.js';
import type { Told, ToldParts } from '../../shared/told.js';
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
  const problems = duplicates.map(({ key, line, column }): Told => {
    const message = `“${key}” stands twice in one object (line ${line}, column ${column}).`;
    return { code: 'json-key-twice', message, parts: { key, line: String(line), column: String(column) } };
  });
  const entries = serverEntries(value);
  const names: string[] = [...existingNames];
  const servers: ImportedServer[] = [];
  for (const [name, entry] of entries) {
    const read = readServerEntry(entry);
    const wrongName = nameProblem(name, names);
    const wrong = [...(wrongName === undefined ? [] : [wrongName]), ...read.problems];
    problems.push(...wrong.map((problem) => ofEntry(name, problem)));
    names.push(name);
    const { problems: _told, ...server } = read;
    servers.push({ name, ...server });
  }
  if (problems.length > 0) {
    const lines = problems.map(({ message }) => message).join('\n');
    throw new GatehouseError('bad-import', `Nothing was imported.\n${lines}`, { details: problems });
  }
  return servers;
}

/** Which entry it is about is said before it. */
function ofEntry(entry: string, { code, message, parts }: Told): Told {
  return { code, message: `${entry || '(no name)'}: ${message}`, parts: { ...parts, entry } };
}

function refused(code: string, message: string, parts: ToldParts = {}): GatehouseError {
  return new GatehouseError('bad-import', message, { details: [{ code, message, parts }] });
}

function serverEntries(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (!isJsonObject(value)) throw refused('import-no-object', 'An object with “mcpServers” is expected.');
  const inner =
    WRAPPERS.map((name) => value[name]).find(
      (wrapped): wrapped is JsonObject => isJsonObject(wrapped) && !isEntry(wrapped),
    ) ?? value;
  if (isEntry(inner)) {
    const program = '{ "name": { "command": … } }';
    const remote = '{ "name": { "url": … } }';
    const message = `This is one entry without a name. Write ${program} or ${remote}.`;
    throw refused('import-one-entry', message, { program, remote });
  }
  const entries = Object.entries(inner).flatMap(([name, entry]) =>
    entry === undefined ? [] : [[name, entry] as const],
  );
  if (entries.length === 0) throw refused('import-empty', 'There is no server in it.');
  return entries;
}

function isEntry(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && (typeof value['command'] === 'string' || typeof value['url'] === 'string');
}
