import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.js';
import type {
  HttpTransportChoice,
  RemoteLaunch,
  ServerLaunch,
  SignInSettings,
  StdioLaunch,
} from '../../shared/server.js';
import type { Told } from '../../shared/told.js';
import { launchProblems } from './server-config.js';

/** One entry of `mcpServers`, read as far as it makes sense. */
export interface ReadEntry {
  readonly launch: ServerLaunch;
  /** Belongs to the client ID of the launch; it is kept apart. */
  readonly clientSecret?: string;
  readonly autoConnect: boolean;
  /** Fields that Gatehouse does not use. */
  readonly ignored: readonly string[];
  readonly problems: readonly Told[];
}

const PROGRAM_FIELDS: ReadonlySet<string> = new Set(['command', 'args', 'env', 'cwd', 'type', 'transport', 'disabled']);
const REMOTE_FIELDS: ReadonlySet<string> = new Set(['url', 'headers', 'oauth', 'type', 'transport', 'disabled']);

/** What hosts write for the kind of a server, in small letters and without hyphens. */
const KINDS: Readonly<Record<string, HttpTransportChoice | 'stdio' | 'websocket'>> = {
  stdio: 'stdio',
  http: 'auto',
  streamablehttp: 'streamable-http',
  sse: 'sse',
  ws: 'websocket',
  websocket: 'websocket',
};

/** Reads one entry: a program (`command`) or something that is elsewhere (`url`). Never throws. */
export function readServerEntry(entry: JsonValue): ReadEntry {
  if (!isJsonObject(entry)) {
    const message = 'the entry must be an object with a “command” or a “url”.';
    return refused({ code: 'entry-no-object', message });
  }
  const written = entry['type'] ?? entry['transport'];
  const kind = typeof written === 'string' ? KINDS[written.toLowerCase().replaceAll('-', '')] : undefined;
  if (written !== undefined && kind === undefined) {
    const type = JSON.stringify(written);
    const message = `${type} is no type of server: stdio, http, streamable-http, sse or ws.`;
    return refused({ code: 'entry-type', message, parts: { type } });
  }
  if (entry['url'] !== undefined && entry['command'] !== undefined) {
    return refused({ code: 'entry-both', message: 'it has a “command” and a “url”; keep one of the two.' });
  }
  const isRemote = entry['url'] !== undefined || (kind !== undefined && kind !== 'stdio');
  const problems: Told[] = [];
  const { clientSecret, ignored: unused, ...signIn } = isRemote ? readSignIn(entry['oauth'], problems) : NO_SIGN_IN;
  const launch = isRemote ? { ...readRemote(entry, kind, problems), ...signIn } : readProgram(entry, problems);
  if (problems.length === 0) problems.push(...launchProblems(launch));
  const used = isRemote ? REMOTE_FIELDS : PROGRAM_FIELDS;
  const ignored = [...Object.keys(entry).filter((field) => !used.has(field)), ...unused];
  const autoConnect = entry['disabled'] !== true;
  return { launch, autoConnect, ignored, problems, ...(clientSecret === undefined ? {} : { clientSecret }) };
}

interface ReadSignIn extends SignInSettings {
  readonly clientSecret?: string;
  readonly ignored: readonly string[];
}

const NO_SIGN_IN: ReadSignIn = { ignored: [] };
const SIGN_IN_TEXTS = ['clientId', 'clientSecret', 'issuerAlias'] as const;

function readSignIn(value: JsonValue | undefined, problems: Told[]): ReadSignIn {
  if (value === undefined || value === null) return NO_SIGN_IN;
  if (!isJsonObject(value)) {
    problems.push({ code: 'entry-object', message: '“oauth” must be an object.', parts: { field: 'oauth' } });
    return NO_SIGN_IN;
  }
  const texts: Partial<Record<(typeof SIGN_IN_TEXTS)[number], string>> = {};
  for (const field of SIGN_IN_TEXTS) {
    const text = value[field];
    if (typeof text === 'string' && text !== '') texts[field] = text;
    else if (text !== undefined && text !== '') problems.push(noText(`oauth.${field}`));
  }
  const { trustPrivateNetwork = false } = value;
  if (typeof trustPrivateNetwork !== 'boolean') {
    const field = 'oauth.trustPrivateNetwork';
    problems.push({ code: 'entry-boolean', message: `“${field}” must be true or false.`, parts: { field } });
  }
  const known: ReadonlySet<string> = new Set([...SIGN_IN_TEXTS, 'trustPrivateNetwork']);
  return {
    ...texts,
    ...(texts.clientSecret === undefined ? {} : { hasClientSecret: true }),
    ...(trustPrivateNetwork === true ? { trustPrivateNetwork } : {}),
    ignored: Object.keys(value).flatMap((field) => (known.has(field) ? [] : [`oauth.${field}`])),
  };
}

function noText(field: string): Told {
  return { code: 'entry-text', message: `“${field}” must be a text.`, parts: { field } };
}

function refused(problem: Told): ReadEntry {
  const launch: StdioLaunch = { kind: 'stdio', command: '', args: [], env: {} };
  return { launch, autoConnect: false, ignored: [], problems: [problem] };
}

function readRemote(
  entry: JsonObject,
  kind: HttpTransportChoice | 'stdio' | 'websocket' | undefined,
  problems: Told[],
): RemoteLaunch {
  const { url } = entry;
  if (typeof url !== 'string') problems.push(noText('url'));
  if (kind === 'stdio') {
    problems.push({ code: 'entry-stdio-url', message: 'a server of type stdio has a “command”, not a “url”.' });
  }
  const address = typeof url === 'string' ? url : '';
  const headers = readTexts(entry, 'headers', problems);
  if (kind === 'websocket' || (kind === undefined && /^wss?:/i.test(address))) {
    return { kind: 'websocket', url: address, headers };
  }
  return { kind: 'http', url: address, headers, transport: kind === undefined || kind === 'stdio' ? 'auto' : kind };
}

function readProgram(entry: JsonObject, problems: Told[]): StdioLaunch {
  const { command, cwd } = entry;
  if (typeof command !== 'string') problems.push(noText('command'));
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') problems.push(noText('cwd'));
  return {
    kind: 'stdio',
    command: typeof command === 'string' ? command : '',
    args: readArgs(entry, problems),
    env: readTexts(entry, 'env', problems),
    ...(typeof cwd === 'string' && cwd !== '' ? { cwd } : {}),
  };
}

function readArgs(entry: JsonObject, problems: Told[]): readonly string[] {
  const args = entry['args'] ?? [];
  if (!Array.isArray(args)) {
    problems.push({ code: 'entry-list', message: '“args” must be a list of texts.', parts: { field: 'args' } });
    return [];
  }
  return args.flatMap((arg: JsonValue, index) => {
    if (typeof arg === 'string') return [arg];
    const place = String(index + 1);
    const text = JSON.stringify(JSON.stringify(arg));
    const message = `“args”, place ${place}, must be a text: write ${text}.`;
    problems.push({ code: 'entry-argument', message, parts: { place, text } });
    return [];
  });
}

function readTexts(entry: JsonObject, field: 'env' | 'headers', problems: Told[]): Readonly<Record<string, string>> {
  const texts = entry[field] ?? {};
  if (!isJsonObject(texts)) {
    problems.push({ code: 'entry-texts', message: `“${field}” must be an object of texts.`, parts: { field } });
    return {};
  }
  const values: [string, string][] = [];
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') values.push([key, value]);
    else {
      const name = `${field}.${key}`;
      const message = `“${name}” must be a text: put its value in double quotes.`;
      problems.push({ code: 'entry-unquoted', message, parts: { field: name } });
    }
  }
  return Object.fromEntries(values);
}
