import type { Decision } from '../../shared/policy.js';
import type {
  SecretKept,
  ServerConfig,
  ServerId,
  ServerLaunch,
  RemoteLaunchView,
  ServerStatus,
  ServerView,
  StdioLaunchView,
} from '../../shared/server.js';
import { redactedTold } from '../../shared/told.js';
import type { RejectedTool, ToolView } from '../../shared/tool.js';
import type { Guard } from '../policy/guard.js';
import { commandLineText } from '../../shared/command-line.js';
import { expandForPage, type LaunchVariables } from '../servers/launch-variables.js';
import type { ServerManager } from '../servers/server-manager.js';
import type { SignIns } from './sign-ins.js';
import { toolBadges } from '../tools/tool-badges.js';
import type { Tool } from '../tools/tool.js';
import type { ToolPool } from '../tools/tool-pool.js';

export interface ViewParts {
  readonly configs: readonly ServerConfig[];
  readonly manager: ServerManager;
  readonly signIns: Pick<SignIns, 'issuerOf'>;
  readonly variables: LaunchVariables;
  /** A sandboxed server's own data folder. */
  readonly ownFolder: (id: ServerId) => string | undefined;
  /** How the secrets of a server are kept, by variable or header. */
  readonly keptOf: (config: ServerConfig) => Readonly<Record<string, SecretKept>>;
  /** Takes secrets out of what a failure says. */
  readonly redact: (text: string) => string;
  readonly pool: ToolPool;
  /** What would happen if the model called the tool now, with no grant of a chat. */
  readonly decide: (tool: Tool) => Decision;
  readonly guard: Guard;
}

/** The servers as the page shows them: names of environment variables, never their values. */
export function serverViews(parts: ViewParts): readonly ServerView[] {
  const tools = byServer(parts.pool.tools);
  const rejected = byServer(parts.pool.rejected);
  return parts.configs.map((config) => {
    const hidden = [...parts.manager.rejected(config), ...(rejected.get(config.id) ?? [])];
    return serverView(config, tools.get(config.id) ?? [], hidden, parts);
  });
}

function serverView(
  config: ServerConfig,
  tools: readonly Tool[],
  hidden: readonly RejectedTool[],
  { manager, signIns, variables, ownFolder, decide, guard, keptOf, redact }: ViewParts,
): ServerView {
  const { id, name, launch, trustReadOnlyHint, mayAskModel = false, autoConnect, bundled, era = 'auto' } = config;
  const signedInTo = signIns.issuerOf(id);
  return {
    id,
    name,
    launch: { ...launchView(launch, variables, ownFolder(id)), ...secretsView(keptOf(config)) },
    era,
    trustReadOnlyHint,
    mayAskModel,
    autoConnect,
    bundled,
    status: statusView(manager.status(id), redact),
    ...(signedInTo === undefined ? {} : { signedInTo }),
    tools: tools.map((tool) => toolView(tool, decide(tool), guard)),
    unavailable: manager.unavailable(id),
    hidden: hidden.map(hiddenView),
    log: manager.log(id),
  };
}

function secretsView(secrets: Readonly<Record<string, SecretKept>>): {
  readonly secrets?: Readonly<Record<string, SecretKept>>;
} {
  return Object.keys(secrets).length === 0 ? {} : { secrets };
}

/** A pool's own are said of their server too. */
function hiddenView({ name, reason, code, parts }: RejectedTool): RejectedTool {
  return { name, reason, code, ...(parts === undefined ? {} : { parts }) };
}

function statusView(status: ServerStatus, redact: (text: string) => string): ServerStatus {
  if (!('message' in status)) return status;
  const { code: _code, message: _message, parts: _parts, ...rest } = status;
  return { ...rest, ...redactedTold(status, redact) };
}

/** Names of environment variables and headers, never their values: those can be secrets. */
function launchView(
  launch: ServerLaunch,
  variables: LaunchVariables,
  own: string | undefined,
): StdioLaunchView | RemoteLaunchView {
  if (launch.kind === 'stdio') {
    const { kind, command, args, env, cwd, sandbox } = launch;
    const shown = expandForPage(launch, variables);
    const commandLine = commandLineText(shown.command, shown.args);
    const walls = { shown: shown.sandbox?.read ?? [], ...(own === undefined ? {} : { own }) };
    return {
      kind,
      command,
      args,
      envKeys: Object.keys(env),
      ...(cwd === undefined ? {} : { cwd }),
      commandLine,
      ...(sandbox === undefined ? {} : { sandbox: { ...sandbox, ...walls } }),
    };
  }
  const { headers, ...rest } = launch;
  return { ...rest, headerKeys: Object.keys(headers), address: expandForPage(launch, variables).url };
}

function toolView(tool: Tool, decision: Decision, guard: Guard): ToolView {
  const { serverId, name, wireName, title, description, inputSchema } = tool;
  return {
    serverId,
    name,
    wireName,
    ...(title === undefined ? {} : { title }),
    description,
    badges: [
      ...toolBadges(tool.annotations, guard.dangerousWord(name) !== undefined),
      ...(decision.rule === 'definition-changed' ? (['changed'] as const) : []),
    ],
    inputSchema,
    decision,
  };
}

function byServer<T extends { readonly serverId: ServerId }>(items: readonly T[]): ReadonlyMap<ServerId, readonly T[]> {
  const groups = new Map<ServerId, T[]>();
  for (const item of items) {
    const group = groups.get(item.serverId);
    if (group === undefined) groups.set(item.serverId, [item]);
    else group.push(item);
  }
  return groups;
}
