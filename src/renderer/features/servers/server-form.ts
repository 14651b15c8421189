import { isSecretName } from '../../../shared/secret-name.js';
import { assertNever } from '../../../shared/assert-never.js';
import type { CommandInput } from '../../../shared/ipc/contract.js';
import type {
  EraSetting,
  HttpTransportChoice,
  SecretKept,
  ServerLaunch,
  ServerSandbox,
  ServerView,
} from '../../../shared/server.js';

/** A variable or a header of the form. `kept` = the stored value stays; it never reaches the page. */
export interface NamedRow {
  readonly key: string;
  readonly value: string;
  readonly kept: boolean;
  /** The value goes into the safe place for secrets, or is there already. */
  readonly secret: boolean;
  /** How a kept secret is kept. */
  readonly keptAs?: SecretKept;
}

/** What the form holds while it is filled in: what belongs to another kind waits there until it is chosen again. */
export interface ServerForm {
  readonly name: string;
  readonly kind: ServerLaunch['kind'];
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly NamedRow[];
  readonly cwd: string;
  /** `network` and `read` wait here while it is off. */
  readonly sandbox: ServerSandbox & { readonly on: boolean };
  readonly url: string;
  readonly headers: readonly NamedRow[];
  readonly transport: HttpTransportChoice;
  readonly caFile: string;
  readonly proxy: string;
  readonly clientId: string;
  readonly clientSecret: Pick<NamedRow, 'value' | 'kept'>;
  readonly issuerAlias: string;
  readonly trustPrivateNetwork: boolean;
  readonly era: EraSetting;
  readonly autoConnect: boolean;
}

export type FormProblem =
  | 'name'
  | 'command'
  | 'env-key'
  | 'env-twice'
  | 'http-url'
  | 'websocket-url'
  | 'header-key'
  | 'header-twice'
  | 'client-id';

const EMPTY: ServerForm = {
  name: '',
  kind: 'stdio',
  command: '',
  args: [],
  env: [],
  cwd: '',
  sandbox: { on: false, network: false, read: [] },
  url: '',
  headers: [],
  transport: 'auto',
  caFile: '',
  proxy: '',
  clientId: '',
  clientSecret: { value: '', kept: false },
  issuerAlias: '',
  trustPrivateNetwork: false,
  era: 'auto',
  autoConnect: true,
};

/** The form for a server, or an empty one for a new server. */
export function formOf(server: ServerView | undefined): ServerForm {
  if (server === undefined) return EMPTY;
  const { name, launch, era, autoConnect } = server;
  const common = { ...EMPTY, name, era, autoConnect, kind: launch.kind };
  if (launch.kind === 'stdio') {
    const { command, args, envKeys, cwd = '', sandbox, secrets } = launch;
    const walls = sandbox === undefined ? EMPTY.sandbox : { on: true, network: sandbox.network, read: sandbox.read };
    return { ...common, command, args, env: envKeys.map((key) => keptRow(key, secrets)), cwd, sandbox: walls };
  }
  const { url, headerKeys, caFile = '', proxy = '', secrets } = launch;
  const { clientId = '', hasClientSecret = false, issuerAlias = '', trustPrivateNetwork = false } = launch;
  const signIn = { clientId, clientSecret: { value: '', kept: hasClientSecret }, issuerAlias, trustPrivateNetwork };
  const transport = launch.kind === 'http' ? launch.transport : 'auto';
  return {
    ...common,
    url,
    headers: headerKeys.map((key) => keptRow(key, secrets)),
    transport,
    caFile,
    proxy,
    ...signIn,
  };
}

function keptRow(key: string, secrets: Readonly<Record<string, SecretKept>> = {}): NamedRow {
  const keptAs = secrets[key];
  return { key, value: '', kept: true, secret: keptAs !== undefined, ...(keptAs === undefined ? {} : { keptAs }) };
}

/** A row with another name; a name that says that it holds a secret makes it one, until the user says otherwise. */
export function renamedRow(row: NamedRow, key: string): NamedRow {
  return { ...row, key, secret: row.secret || isSecretName(key) };
}

/** What keeps the form from being saved. Main checks the rest, and says so in its own words. */
export function problemsOf(form: ServerForm): readonly FormProblem[] {
  const problems: FormProblem[] = [];
  if (form.name.trim() === '') problems.push('name');
  switch (form.kind) {
    case 'stdio':
      if (form.command.trim() === '') problems.push('command');
      if (hasNameless(form.env)) problems.push('env-key');
      if (hasTwice(form.env, sameVariable)) problems.push('env-twice');
      return problems;
    case 'http':
      if (!/^(?:https?:\/\/|\$\{)\S/i.test(form.url.trim())) problems.push('http-url');
      return [...problems, ...remoteProblems(form)];
    case 'websocket':
      if (!/^(?:wss?:\/\/|\$\{)\S/i.test(form.url.trim())) problems.push('websocket-url');
      return [...problems, ...remoteProblems(form)];
    default:
      return assertNever(form.kind);
  }
}

function remoteProblems({ headers: rows, clientId, clientSecret }: ServerForm): readonly FormProblem[] {
  return [
    ...(hasNameless(rows) ? (['header-key'] as const) : []),
    ...(hasTwice(rows, sameHeader) ? (['header-twice'] as const) : []),
    ...(clientId.trim() === '' && clientSecret.value !== '' ? (['client-id'] as const) : []),
  ];
}

/** A name in the form in which two of them are compared. */
type SameName = (name: string) => string;

export const sameVariable: SameName = (name) => name;
export const sameHeader: SameName = (name) => name.toLowerCase();

/** The rows that have a value and no name, or the name of one before them. */
export function wrongRows(rows: readonly NamedRow[], same: SameName): readonly NamedRow[] {
  return rows.filter((row, index) => isNameless(row) || isAgain(row, rows.slice(0, index), same));
}

function hasNameless(rows: readonly NamedRow[]): boolean {
  return rows.some(isNameless);
}

function hasTwice(rows: readonly NamedRow[], same: SameName): boolean {
  return rows.some((row, index) => isAgain(row, rows.slice(0, index), same));
}

function isNameless({ key, value }: NamedRow): boolean {
  return key.trim() === '' && value !== '';
}

function isAgain({ key }: NamedRow, before: readonly NamedRow[], same: SameName): boolean {
  return key.trim() !== '' && before.some((other) => same(other.key.trim()) === same(key.trim()));
}

/** The form as the command takes it: arguments exactly as written, rows without a name left out. */
export function saveInput(form: ServerForm, id: string | undefined): CommandInput<'servers.save'> {
  return {
    ...(id === undefined ? {} : { id }),
    name: form.name.trim(),
    launch: launchInput(form),
    autoConnect: form.autoConnect,
    era: form.era,
  };
}

function launchInput(form: ServerForm): CommandInput<'servers.save'>['launch'] {
  const { kind, transport } = form;
  if (kind === 'stdio') {
    const { command, args, env, cwd, sandbox } = form;
    const read = sandbox.read.map((path) => path.trim()).filter((path) => path !== '');
    const walls = sandbox.on ? { sandbox: { network: sandbox.network, read } } : {};
    return { kind, command: command.trim(), args: [...args], env: valuesOf(env), cwd: cwd.trim(), ...walls };
  }
  const remote = {
    url: form.url.trim(),
    headers: valuesOf(form.headers),
    caFile: form.caFile.trim(),
    proxy: form.proxy.trim(),
    clientId: form.clientId.trim(),
    clientSecret: form.clientSecret.kept ? null : form.clientSecret.value,
    issuerAlias: form.issuerAlias.trim(),
    trustPrivateNetwork: form.trustPrivateNetwork,
  };
  return kind === 'http' ? { kind, ...remote, transport } : { kind, ...remote };
}

type GivenValue = string | null | { secret: string };

function valuesOf(rows: readonly NamedRow[]): Record<string, GivenValue> {
  const named = rows.filter((row) => row.key.trim() !== '');
  return Object.fromEntries(named.map((row) => [row.key.trim(), givenValue(row)]));
}

/** A variable of the environment keeps the secret itself: its name is none. */
function givenValue({ kept, secret, value }: NamedRow): GivenValue {
  if (kept) return null;
  return secret && value !== '' && !value.includes('${') ? { secret: value } : value;
}

/**
 * Splits a whole command line that was put where one program belongs: `npx -y "my server"` → `npx`, `-y`,
 * `my server`. Undefined where there is nothing to split; a path with spaces needs quotes.
 */
export function splitCommandLine(line: string): readonly string[] | undefined {
  const parts: string[] = [];
  for (const [, double, single, bare] of line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)) {
    parts.push(double ?? single ?? bare ?? '');
  }
  return parts.length > 1 ? parts : undefined;
}
