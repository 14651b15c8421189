import { assertNever } from '../../../shared/assert-never.js';
import type { ToolSource } from '../tool.js';
import { errorResult, textResult } from '../tool-result.js';
import { builtinTool, stringArgument } from './builtin-tool.js';

/** Names that are told of one server. */
const MAX_NAMES = 100;

/** What came of connecting a server. `tools` are the names under which the model can call them. */
export type ConnectOutcome =
  | { readonly kind: 'connected'; readonly serverName: string; readonly tools: readonly string[] }
  | { readonly kind: 'already-connected'; readonly serverName: string; readonly tools: readonly string[] }
  | { readonly kind: 'unknown'; readonly name: string; readonly known: readonly string[] }
  /** `message` names the party at fault and what it last said. */
  | { readonly kind: 'failed'; readonly serverName: string; readonly message: string };

/** Connects a configured server by the name the user gave it; never a second time while it is connected. */
export type ConnectServer = (name: string, signal: AbortSignal) => Promise<ConnectOutcome>;

export function connectMcpTool(connect: ConnectServer): ToolSource {
  return builtinTool({
    name: 'connect_mcp',
    description: 'Connect one of the configured MCP servers by its name. Gives the names of the tools found.',
    inputSchema: {
      type: 'object',
      properties: { server: { type: 'string', minLength: 1, description: 'The name of the server.' } },
      required: ['server'],
      additionalProperties: false,
    },
    // It starts a program that the user has configured; what that program then does is not known here.
    annotations: {
      title: 'Connect a server',
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
    handler: async (args, { signal }) => {
      const outcome = await connect(stringArgument(args, 'server'), signal);
      const good = outcome.kind === 'connected' || outcome.kind === 'already-connected';
      if (good) return textResult(connectSentence(outcome));
      const failure = errorResult(connectSentence(outcome));
      // Why it failed is told in words that the server printed or sent.
      return outcome.kind === 'failed' ? { ...failure, origin: { kind: 'server', name: outcome.serverName } } : failure;
    },
  });
}

/** The outcome in words; the page's Connect says the same. */
export function connectSentence(outcome: ConnectOutcome): string {
  switch (outcome.kind) {
    case 'connected':
      return `Connected to "${outcome.serverName}". ${toolList(outcome.tools)}`;
    case 'already-connected':
      return `"${outcome.serverName}" is already connected. ${toolList(outcome.tools)}`;
    case 'unknown':
      return outcome.known.length === 0
        ? `There is no server "${outcome.name}", and none is configured. The user can add one under Servers.`
        : `There is no server "${outcome.name}". The configured servers are: ${outcome.known.join(', ')}.`;
    case 'failed':
      return `"${outcome.serverName}" could not be connected: ${outcome.message}`;
    default:
      return assertNever(outcome);
  }
}

function toolList(tools: readonly string[]): string {
  if (tools.length === 0) return 'It offers no tools.';
  const more = tools.length - MAX_NAMES;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `Its tools are: ${tools.slice(0, MAX_NAMES).join(', ')}${rest}.`;
}
