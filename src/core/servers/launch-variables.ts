import type { ServerLaunch } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';

/** What a launch may refer to. */
export interface LaunchVariables {
  /** `${node}`, `${servers}`, `${data}`, `${home}` and the like. */
  readonly named: Readonly<Record<string, string>>;
  /** `${env:NAME}` and `${HOME}`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
}

const SECRET = 'secret:';
const VARIABLE = /\$\{([^{}]*)\}/g;

/** The secrets of one server by the names that its launch gives them. */
export type LaunchSecrets = Readonly<Record<string, string>>;

/**
 * A launch with its variables replaced in every text of it: command, arguments, environment values and folder, or address,
 * header values, proxy and file. A text in place of a variable is not looked at again. Without `secrets`, `${secret:NAME}`
 * stays as it is written: a question shows the name. Throws `unknown-variable` for a name that stands for nothing.
 */
export function expandLaunch<L extends ServerLaunch>(
  launch: L,
  variables: LaunchVariables,
  secrets?: LaunchSecrets,
): L {
  return mapLaunch(launch, (name, whole) => {
    if (isSecretReference(name) && secrets === undefined) return whole;
    const value = isSecretReference(name) ? ownValue(secrets, name.slice(SECRET.length)) : lookUp(name, variables);
    if (value !== undefined) return value;
    const known = knownNames(variables);
    const environment = '${env:NAME}';
    throw new GatehouseError(
      'unknown-variable',
      `${whole} stands for nothing. Known: ${known}, and ${environment} for a variable that is set.`,
      { parts: { variable: whole, known, environment } },
    );
  });
}

/** How a launch refers to a secret of its server. */
export function secretReference(name: string): string {
  return `\${${SECRET}${name}}`;
}

/** The names of the secrets that a text refers to. */
export function secretsIn(text: string): readonly string[] {
  return namesIn(text, SECRET);
}

/** The names of the variables of the environment that a text refers to. */
export function environmentIn(text: string): readonly string[] {
  return namesIn(text, 'env:');
}

/** What a launch gives to its server under a name: variables or headers. */
export function namedValues(launch: ServerLaunch): Readonly<Record<string, string>> {
  return launch.kind === 'stdio' ? launch.env : launch.headers;
}

/** The names of the secrets that a launch refers to. */
export function secretsOf(launch: ServerLaunch): readonly string[] {
  return [...new Set(Object.values(namedValues(launch)).flatMap(secretsIn))];
}

/** Where a launch refers to a secret in a text that others can read. */
export function misplacedSecrets(launch: ServerLaunch): readonly string[] {
  const texts =
    launch.kind === 'stdio'
      ? [launch.command, ...launch.args, launch.cwd ?? '']
      : [launch.url, launch.caFile ?? '', launch.proxy ?? ''];
  return [...new Set(texts.flatMap(secretsIn))];
}

/**
 * A launch as the page may see it: variables of the house are replaced, those of the environment stay names, because
 * their values can be secrets. Never throws: what is unknown stays as it is written.
 */
export function expandForPage<L extends ServerLaunch>(launch: L, variables: LaunchVariables): L {
  return mapLaunch(launch, (name, whole) =>
    name.startsWith('env:') || isSecretReference(name) ? whole : (lookUp(name, variables) ?? whole),
  );
}

/** Text in which every variable stands as one and the same word: what can be said of it before they are replaced. */
export function withoutVariables(text: string): string {
  return text.replace(VARIABLE, 'x');
}

type Replace = (name: string, whole: string) => string;

function mapLaunch<L extends ServerLaunch>(launch: L, replace: Replace): L {
  const expand = (text: string): string => text.replace(VARIABLE, (whole, name: string) => replace(name, whole));
  // `kind` and `transport` are words of ours and hold no variable.
  const mapped = Object.entries(launch).map(([field, value]: [string, FieldValue]) => [field, mapField(value, expand)]);
  return Object.assign({ ...launch }, Object.fromEntries(mapped));
}

type FieldValue = string | boolean | readonly FieldValue[] | { readonly [key: string]: FieldValue };

function mapField(value: FieldValue, expand: (text: string) => string): FieldValue {
  if (typeof value === 'string') return expand(value);
  if (typeof value === 'boolean') return value;
  if (isList(value)) return value.map((item) => mapField(item, expand));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapField(item, expand)]));
}

function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}

function namesIn(text: string, kind: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([, name = '']) =>
    name.startsWith(kind) ? [name.slice(kind.length)] : [],
  );
}

function isSecretReference(name: string): boolean {
  return name.startsWith(SECRET);
}

function ownValue(values: LaunchSecrets | undefined, name: string): string | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

function lookUp(name: string, variables: LaunchVariables): string | undefined {
  if (name.startsWith('env:')) return variables.env[name.slice('env:'.length)];
  if (Object.hasOwn(variables.named, name)) return variables.named[name];
  if (name === 'home' || name === 'HOME') return variables.homeDir;
  return undefined;
}

function knownNames(variables: LaunchVariables): string {
  return [...new Set([...Object.keys(variables.named), 'home', 'HOME'])].map((name) => `\${${name}}`).join(', ');
}
