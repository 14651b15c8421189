import type { JsonObject, JsonValue } from '../../../shared/json.js';
import type { ToolResult } from '../../../shared/tool.js';
import { visibleText } from '../../../shared/visible-text.js';
import { cleanCut } from '../../clean-cut.js';
import { GatehouseError } from '../../errors.js';
import { serversOf, type ToolServerCount } from '../tool-servers.js';
import { ToolSearch } from '../tool-search.js';
import type { Tool, ToolSource } from '../tool.js';
import { textResult } from '../tool-result.js';
import { builtinTool } from './builtin-tool.js';

export const FIND_TOOLS = 'find_tools';
/** Tools that one search gives. */
const MAX_FOUND = 10;
/** Names that a list gives. */
const MAX_NAMES = 100;
const MAX_SERVERS = 200;
/** What is shown of a description, UTF-16 units. */
const MAX_DESCRIPTION = 140;
/** Where a result says which tools it found; the model is not given it. */
const FOUND = 'gatehouse/found';

/**
 * Where there are so many tools that their definitions are not all sent: finds them, among all that can be called in the
 * turn. The words of a server in the
 * result are those that its definitions hold, which are sent where they fit; so a turn that searches has read no more
 * from outside than one that was given them.
 */
export function findToolsTool(): ToolSource {
  const search = new ToolSearch();
  return builtinTool({
    name: FIND_TOOLS,
    description:
      `Find tools of the connected MCP servers by what they do; ${MAX_FOUND} at most, best first. Their definitions ` +
      'are given to you from the next message on, and stay. Without a query gives the names of one server’s tools, ' +
      'and without a server the servers with their number of tools. Describe the action and its object in the ' +
      'language of the tools, mostly English.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', maxLength: 500, description: 'Such as "create calendar event", or a name.' },
        server: { type: 'string', maxLength: 200, description: 'Only tools of this server.' },
      },
      additionalProperties: false,
    },
    annotations: {
      title: 'Find tools',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    handler: async (args, { turn }) => {
      const tools = (turn?.tools ?? []).filter((tool) => !tool.builtin);
      const query = textArgument(args, 'query');
      const server = textArgument(args, 'server');
      if (query === '' && server === '') return textResult(serverList(tools));
      const among = server === '' ? tools : ofServer(tools, server);
      if (query === '') return textResult(nameList(among));
      return foundResult(query, await search.find(query, among), among);
    },
  });
}

/** The names under which the model can call what a search found, best first. */
export function foundNames({ _meta: meta }: ToolResult): readonly string[] {
  const names = meta?.[FOUND];
  return Array.isArray(names) ? names.filter((name: JsonValue) => typeof name === 'string').slice(0, MAX_FOUND) : [];
}

function textArgument(args: JsonObject, name: string): string {
  const value = args[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** By the name that the user gave it, in any case of letters. Throws where there is none. */
function ofServer(tools: readonly Tool[], server: string): readonly Tool[] {
  const exact = tools.filter(({ serverName }) => serverName === server);
  const wanted = server.toLowerCase();
  const among = exact.length > 0 ? exact : tools.filter(({ serverName }) => serverName.toLowerCase() === wanted);
  if (among.length > 0) return among;
  throw new GatehouseError(
    'unknown-server',
    `No connected server ${JSON.stringify(server)} offers tools. ${serverList(tools)}`,
  );
}

function serverList(tools: readonly Tool[]): string {
  const servers = serversOf(tools);
  if (servers.length === 0) return 'No MCP server offers tools here. connect_mcp connects one by its name.';
  const more = servers.length - MAX_SERVERS;
  const rest = more > 0 ? [`and ${more} more: search in all of them with a query.`] : [];
  return ['The servers and their tools:', ...servers.slice(0, MAX_SERVERS).map(serverLine), ...rest].join('\n');
}

function serverLine({ serverName, tools }: ToolServerCount): string {
  return `${JSON.stringify(visibleText(serverName))}: ${tools}`;
}

function nameList(tools: readonly Tool[]): string {
  const names = tools.slice(0, MAX_NAMES).map((tool) => tool.wireName);
  const more = tools.length - names.length;
  const rest = more > 0 ? ` and ${more} more: search among them with a query.` : '.';
  return `Its ${tools.length} tools: ${names.join(', ')}${rest} A query gives their definitions.`;
}

function foundResult(query: string, fitting: readonly Tool[], among: readonly Tool[]): ToolResult {
  const found = fitting.slice(0, MAX_FOUND);
  if (found.length === 0) {
    return textResult(
      `No tool fits ${JSON.stringify(query)}; ${among.length} were looked at. Try other words, in English too, or leave out ` +
        'the query to see what there is.',
    );
  }
  const more = fitting.length - found.length;
  const head =
    `Found, best first${more > 0 ? ` (${more} more fit less)` : ''}. Call them by these names; their definitions are ` +
    'given from now on. What stands behind a name are its server’s words.';
  const result = textResult([head, ...found.map(foundLine)].join('\n'));
  return { ...result, _meta: { [FOUND]: found.map((tool) => tool.wireName) } };
}

function foundLine({ wireName, serverName, title = '', description }: Tool): string {
  const server = wireName.startsWith(`mcp__${serverName}__`) ? '' : ` (server ${JSON.stringify(serverName)})`;
  const said = [title, description].filter((part) => part.trim() !== '').join(': ');
  return `${wireName}${visibleText(server)}${said === '' ? '' : ` — ${oneLine(said)}`}`;
}

/** The beginning, on one line. */
function oneLine(text: string): string {
  const line = visibleText(
    text
      .slice(0, MAX_DESCRIPTION * 2)
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  );
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, cleanCut(line, MAX_DESCRIPTION))}…`;
}
