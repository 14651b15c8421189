import { parseArgs, type ParseArgsConfig } from 'node:util';

export type CommandName = 'servers' | 'tools' | 'resources' | 'prompts' | 'call' | 'chat' | 'audit';

/** What every command takes. */
interface Shared {
  readonly json: boolean;
  /** Path of an `mcpServers` file, in place of the app's servers. */
  readonly config?: string;
  readonly yesStart: boolean;
}

export type Work = Shared &
  (
    | { readonly command: 'servers'; readonly connect: boolean }
    | { readonly command: 'tools'; readonly server?: string }
    | { readonly command: 'resources'; readonly server?: string; readonly uri?: string }
    | { readonly command: 'prompts'; readonly server?: string; readonly name?: string; readonly input?: string }
    /** `input`: a JSON text, or `-` for stdin. */
    | { readonly command: 'call'; readonly server: string; readonly tool: string; readonly input?: string }
    | { readonly command: 'chat'; readonly prompt: string; readonly model?: string; readonly workspace?: string }
    | { readonly command: 'audit' }
  );

/** What a command line asks for. */
export type Invocation =
  | { readonly kind: 'help'; readonly topic?: CommandName }
  | { readonly kind: 'version' }
  | { readonly kind: 'work'; readonly work: Work }
  | { readonly kind: 'mistake'; readonly message: string; readonly topic?: CommandName };

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
  json: { type: 'boolean' },
  config: { type: 'string' },
  'yes-start': { type: 'boolean' },
  connect: { type: 'boolean' },
  prompt: { type: 'string', short: 'p' },
  model: { type: 'string' },
  workspace: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

const SHARED: readonly string[] = ['help', 'json', 'config', 'yes-start'];

/** The options that a command has beside the shared ones, and how many arguments it takes at most. */
const COMMANDS: Readonly<Record<CommandName, { readonly own: readonly string[]; readonly most: number }>> = {
  servers: { own: ['connect'], most: 0 },
  tools: { own: [], most: 1 },
  resources: { own: [], most: 2 },
  prompts: { own: [], most: 3 },
  call: { own: [], most: 3 },
  chat: { own: ['prompt', 'model', 'workspace'], most: 0 },
  audit: { own: [], most: 1 },
};

/** Reads a command line, without the program's own name. Total: what can't be understood is a `mistake`. */
export function readInvocation(args: readonly string[]): Invocation {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return { kind: 'mistake', message: error instanceof Error ? error.message : String(error) };
  }
  const { values, positionals } = parsed;
  const [first, ...rest] = positionals;
  if (values.version === true) return { kind: 'version' };
  if (first === 'help') return helpOn(rest[0]);
  if (values.help === true) return helpOn(first);
  if (first === undefined) return { kind: 'mistake', message: 'Say what to do.' };
  if (!isCommand(first)) return { kind: 'mistake', message: noCommand(first) };
  const wrong = misplaced(first, Object.keys(values), rest);
  return wrong === undefined ? workOf(first, values, rest) : { kind: 'mistake', message: wrong, topic: first };
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
}

type Values = ReturnType<typeof parse>['values'];

function helpOn(topic: string | undefined): Invocation {
  if (topic === undefined) return { kind: 'help' };
  return isCommand(topic) ? { kind: 'help', topic } : { kind: 'mistake', message: noCommand(topic) };
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function noCommand(name: string): string {
  return `There is no command ${JSON.stringify(name)}. The commands are ${Object.keys(COMMANDS).join(', ')}.`;
}

function misplaced(command: CommandName, given: readonly string[], rest: readonly string[]): string | undefined {
  const { own, most } = COMMANDS[command];
  const foreign = given.find((name) => !SHARED.includes(name) && !own.includes(name));
  if (foreign !== undefined) return `“${command}” has no option --${foreign}.`;
  if (rest.length > most) return `“${command}” takes no argument ${JSON.stringify(rest[most])}.`;
  return undefined;
}

function workOf(command: CommandName, values: Values, [one, two, three]: readonly string[]): Invocation {
  const shared = {
    json: values.json === true,
    yesStart: values['yes-start'] === true,
    ...(values.config === undefined ? {} : { config: values.config }),
  };
  switch (command) {
    case 'servers':
      return { kind: 'work', work: { command, ...shared, connect: values.connect === true } };
    case 'tools':
      return { kind: 'work', work: { command, ...shared, ...filled({ server: one }) } };
    case 'resources':
      return { kind: 'work', work: { command, ...shared, ...filled({ server: one, uri: two }) } };
    case 'prompts':
      return { kind: 'work', work: { command, ...shared, ...filled({ server: one, name: two, input: three }) } };
    case 'call': {
      if (one === undefined || two === undefined) {
        return { kind: 'mistake', message: '“call” needs a server and a tool.', topic: command };
      }
      const input = three === undefined ? {} : { input: three };
      return { kind: 'work', work: { command, ...shared, server: one, tool: two, ...input } };
    }
    case 'audit':
      return one === 'verify'
        ? { kind: 'work', work: { command, ...shared } }
        : { kind: 'mistake', message: '“audit” can do one thing: verify.', topic: command };
    default:
      return chatWork(values, shared);
  }
}

/** The arguments that are there. */
function filled<K extends string>(all: Readonly<Record<K, string | undefined>>): { readonly [P in K]?: string } {
  const entries = Object.entries<string | undefined>(all).filter(([, value]) => value !== undefined);
  return Object.assign({}, ...entries.map(([key, value]) => ({ [key]: value })));
}

function chatWork({ prompt, model, workspace }: Values, shared: Shared): Invocation {
  if (prompt === undefined || prompt.trim() === '') {
    return { kind: 'mistake', message: '“chat” needs a message: -p "…", or -p - for stdin.', topic: 'chat' };
  }
  const chosen = { ...(model === undefined ? {} : { model }), ...(workspace === undefined ? {} : { workspace }) };
  return { kind: 'work', work: { command: 'chat', ...shared, prompt, ...chosen } };
}
