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

const VARIABLE = /\$\{([^{}]*)\}/g;

/**
 * A launch with its variables replaced in every text of it: command, arguments, environment values and folder, or address,
 * header values, proxy and file. A text in place of a variable is not looked at again. Throws `unknown-variable` for a
 * name that stands for nothing.
 */
export function expandLaunch<L extends ServerLaunch>(launch: L, variables: LaunchVariables): L {
  return mapLaunch(launch, (name, whole) => {
    const value = lookUp(name, variables);
    if (value !== undefined) return value;
    throw new GatehouseError(
      'unknown-variable',
      `${whole} stands for nothing. Known: ${knownNames(variables)}, and \${env:NAME} for a variable that is set.`,
    );
  });
}

/**
 * A launch as the page may see it: variables of the house are replaced, those of the environment stay names, because
 * their values can be secrets. Never throws: what is unknown stays as it is written.
 */
export function expandForPage<L extends ServerLaunch>(launch: L, variables: LaunchVariables): L {
  return mapLaunch(launch, (name, whole) => (name.startsWith('env:') ? whole : (lookUp(name, variables) ?? whole)));
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

type FieldValue = string | boolean | readonly string[] | Readonly<Record<string, string>>;

function mapField(value: FieldValue, expand: (text: string) => string): FieldValue {
  if (typeof value === 'string') return expand(value);
  if (typeof value === 'boolean') return value;
  if (isList(value)) return value.map(expand);
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, expand(text)]));
}

function isList(value: FieldValue): value is readonly string[] {
  return Array.isArray(value);
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
