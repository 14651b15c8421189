import type { StdioLaunch } from '../../shared/server.js';
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
 * A launch with its variables replaced in command, arguments, environment values and folder. A text in place of a
 * variable is not looked at again. Throws `unknown-variable` for a name that stands for nothing.
 */
export function expandLaunch(launch: StdioLaunch, variables: LaunchVariables): StdioLaunch {
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
export function expandForPage(launch: StdioLaunch, variables: LaunchVariables): StdioLaunch {
  return mapLaunch(launch, (name, whole) => (name.startsWith('env:') ? whole : (lookUp(name, variables) ?? whole)));
}

function mapLaunch(launch: StdioLaunch, replace: (name: string, whole: string) => string): StdioLaunch {
  const expand = (text: string) => text.replace(VARIABLE, (whole, name: string) => replace(name, whole));
  return {
    kind: 'stdio',
    command: expand(launch.command),
    args: launch.args.map(expand),
    env: Object.fromEntries(Object.entries(launch.env).map(([key, value]) => [key, expand(value)])),
    ...(launch.cwd === undefined ? {} : { cwd: expand(launch.cwd) }),
  };
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
