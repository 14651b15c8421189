import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.js';
import type { StdioLaunch } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import { parsePositionedJson } from './positioned-json.js';
import { launchProblems, nameProblem } from './server-config.js';

/** One server out of an `mcpServers` text. */
export interface ImportedServer {
  readonly name: string;
  readonly launch: StdioLaunch;
  /** False where the entry says `disabled: true`. */
  readonly autoConnect: boolean;
  /** Fields of the entry that Gatehouse does not use. */
  readonly ignored: readonly string[];
}

const USED: ReadonlySet<string> = new Set(['command', 'args', 'env', 'cwd', 'type', 'disabled']);
const WRAPPERS = ['mcpServers', 'servers'] as const;

/**
 * Reads what other hosts write: `{ "mcpServers": { name: { command, args, env, cwd } } }`, or the inner object alone.
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
    const read = readEntry(entry);
    const wrongName = nameProblem(name, names);
    const wrong = [...(wrongName === undefined ? [] : [wrongName]), ...read.problems];
    problems.push(...wrong.map((problem) => `${name || '(no name)'}: ${problem}`));
    names.push(name);
    servers.push({ name, launch: read.launch, autoConnect: read.autoConnect, ignored: read.ignored });
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
    throw new GatehouseError('bad-import', 'This is one entry without a name. Write { "name": { "command": … } }.');
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

interface ReadEntry {
  readonly launch: StdioLaunch;
  readonly autoConnect: boolean;
  readonly ignored: readonly string[];
  readonly problems: readonly string[];
}

function readEntry(entry: JsonValue): ReadEntry {
  const nothing: StdioLaunch = { kind: 'stdio', command: '', args: [], env: {} };
  const refused = (problem: string) => ({ launch: nothing, autoConnect: false, ignored: [], problems: [problem] });
  if (!isJsonObject(entry)) return refused('the entry must be an object with a “command”.');
  const type = entry['type'];
  if (entry['url'] !== undefined || (type !== undefined && type !== 'stdio')) {
    return refused('it is a remote server. This version starts local ones; remote servers come later.');
  }
  const problems: string[] = [];
  const { command } = entry;
  if (typeof command !== 'string') problems.push('“command” must be a text.');
  const cwd = entry['cwd'];
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') problems.push('“cwd” must be a text.');
  const launch: StdioLaunch = {
    kind: 'stdio',
    command: typeof command === 'string' ? command : '',
    args: readArgs(entry, problems),
    env: readEnv(entry, problems),
    ...(typeof cwd === 'string' && cwd !== '' ? { cwd } : {}),
  };
  if (typeof command === 'string') problems.push(...launchProblems(launch));
  const ignored = Object.keys(entry).filter((field) => !USED.has(field));
  return { launch, autoConnect: entry['disabled'] !== true, ignored, problems };
}

function readArgs(entry: JsonObject, problems: string[]): readonly string[] {
  const args = entry['args'] ?? [];
  if (!Array.isArray(args)) {
    problems.push('“args” must be a list of texts.');
    return [];
  }
  return args.flatMap((arg: JsonValue, index) => {
    if (typeof arg === 'string') return [arg];
    problems.push(`“args”, place ${index + 1}, must be a text: write ${JSON.stringify(JSON.stringify(arg))}.`);
    return [];
  });
}

function readEnv(entry: JsonObject, problems: string[]): Readonly<Record<string, string>> {
  const env = entry['env'] ?? {};
  if (!isJsonObject(env)) {
    problems.push('“env” must be an object of texts.');
    return {};
  }
  const values: [string, string][] = [];
  for (const [key, value] of Object.entries(env)) {
    if (typeof value === 'string') values.push([key, value]);
    else problems.push(`“env.${key}” must be a text: put its value in double quotes.`);
  }
  return Object.fromEntries(values);
}
