import { branded } from '../../shared/brand.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { Told } from '../../shared/told.js';
import type { RejectedTool, WireToolName } from '../../shared/tool.js';
import type { ValidatorCache } from '../schema/validator.js';
import { type ModelSchema, modelSchema } from './model-schema.js';
import { BUILTIN_SERVER_ID, type Tool, type ToolSource } from './tool.js';
import { looseToolName, MAX_WIRE_NAME, wireToolName } from './tool-name.js';

/** A tool that is not offered, whose it is, and why. */
export interface RejectedSource extends RejectedTool {
  readonly serverId: ServerId;
  readonly serverName: string;
}

/** A tool as the Messages API takes it. */
export interface OfferedTool {
  readonly name: WireToolName;
  readonly description: string;
  readonly input_schema: JsonObject;
}

/** What one model request offers; never changes. Made anew for each request. */
export interface ToolPool {
  /** Built-ins in their fixed order, then by server name, server id and raw name (by code unit). */
  readonly tools: readonly Tool[];
  /** What is sent to the model: the same tools in the same order, but for those that wait to be found. */
  readonly offered: readonly OfferedTool[];
  /** How many tools of servers wait to be found. They can be called all the same. */
  readonly deferred: number;
  readonly rejected: readonly RejectedSource[];
  resolve(wireName: string): Tool | undefined;
  /** The one tool whose name is nearly this: other case, `_` for `-`, or the raw name alone. */
  suggest(wireName: string): WireToolName | undefined;
  /** What the model is told when it calls a name that is of no tool. */
  notFound(wireName: string): string;
}

const BUILTIN_ORDER = ['read', 'write', 'edit', 'bash', 'connect_mcp', 'read_result', 'find_tools'];

/**
 * Names every source for the model and keeps what the Messages API would refuse out of the request, one tool at a time.
 * Of two tools with one name the earlier in the stable order stays, whatever order the sources come in.
 */
export function createToolPool(sources: readonly ToolSource[], validators: ValidatorCache): ToolPool {
  const byName = new Map<string, Tool>();
  const offered: OfferedTool[] = [];
  const rejected: RejectedSource[] = [];
  for (const source of sources.toSorted(inStableOrder)) {
    const wireName = source.builtin ? branded<WireToolName>(source.name) : wireToolName(source.serverName, source.name);
    const outcome = schemaToOffer(source, wireName, byName.get(wireName), validators);
    if ('refused' in outcome) {
      const { serverId, serverName, name } = source;
      const { message, ...because } = outcome.refused;
      const reason = `${origin(source)} is not offered: ${message}.`;
      rejected.push({ serverId, serverName, name, reason, ...because });
      continue;
    }
    byName.set(wireName, Object.freeze({ ...source, wireName }));
    offered.push({ name: wireName, description: source.description, input_schema: outcome.schema });
  }
  const tools = [...byName.values()];
  const suggest = (wireName: string) => suggestion(tools, wireName);
  return Object.freeze({
    tools,
    offered,
    deferred: 0,
    rejected,
    resolve: (wireName: string) => byName.get(wireName),
    suggest,
    notFound: (wireName: string) => notFound(tools, wireName, suggest(wireName)),
  });
}

function schemaToOffer(
  source: ToolSource,
  wireName: WireToolName,
  taken: Tool | undefined,
  validators: ValidatorCache,
): ModelSchema {
  const named = nameProblem(source, wireName, taken);
  if (named !== undefined) return { refused: named };
  const own = validators.check(source.inputSchema);
  if (own !== undefined) return { refused: unusable(own) };
  const adapted = modelSchema(source.inputSchema);
  if ('refused' in adapted || adapted.schema === source.inputSchema) return adapted;
  // The API reads every schema as 2020-12, whatever dialect the server wrote it in.
  const problem = validators.check(adapted.schema);
  return problem === undefined ? adapted : { refused: unusable(problem) };
}

function nameProblem(source: ToolSource, wireName: WireToolName, taken: Tool | undefined): Told | undefined {
  if (source.name === '') return { code: 'tool-no-name', message: 'it has no name' };
  if (!source.builtin && source.serverId === BUILTIN_SERVER_ID) {
    const message = `the id "${BUILTIN_SERVER_ID}" belongs to Gatehouse itself`;
    return { code: 'tool-id-reserved', message, parts: { id: BUILTIN_SERVER_ID } };
  }
  const { length } = wireName;
  if (length > MAX_WIRE_NAME) {
    const message = `its name "${wireName}" has ${length} characters, ${MAX_WIRE_NAME} at most are taken`;
    const parts = { name: wireName, length: String(length), most: String(MAX_WIRE_NAME) };
    return { code: 'tool-name-long', message, parts };
  }
  if (taken === undefined) return undefined;
  const message = `its name "${wireName}" is already that of ${origin(taken)}`;
  const parts = { name: wireName, tool: taken.name };
  if (taken.builtin) return { code: 'tool-name-builtin', message, parts };
  return { code: 'tool-name-taken', message, parts: { ...parts, server: taken.serverName } };
}

/** What the validator found stays English, with words of the schema in it; that the schema can't be used is said by the code. */
function unusable(problem: string): Told {
  return {
    code: 'tool-schema-unusable',
    message: endless(problem),
    parts: { why: problem.replace(/^The schema can't be used: /, '') },
  };
}

function inStableOrder(a: ToolSource, b: ToolSource): number {
  if (a.builtin !== b.builtin) return a.builtin ? -1 : 1;
  if (a.builtin) return rank(a) - rank(b) || byCodeUnit(a.name, b.name);
  return byCodeUnit(a.serverName, b.serverName) || byCodeUnit(a.serverId, b.serverId) || byCodeUnit(a.name, b.name);
}

function rank(source: ToolSource): number {
  const place = BUILTIN_ORDER.indexOf(source.name);
  return place === -1 ? BUILTIN_ORDER.length : place;
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function origin(source: ToolSource): string {
  return source.builtin ? `the built-in tool "${source.name}"` : `"${source.name}" of server "${source.serverName}"`;
}

/** A sentence as a part of another. */
function endless(sentence: string): string {
  const text = sentence.endsWith('.') ? sentence.slice(0, -1) : sentence;
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function suggestion(tools: readonly Tool[], wireName: string): WireToolName | undefined {
  const wanted = looseToolName(wireName);
  const byWire = tools.filter((tool) => looseToolName(tool.wireName) === wanted);
  const near = byWire.length > 0 ? byWire : tools.filter((tool) => looseToolName(tool.name) === wanted);
  return near.length === 1 ? near[0]?.wireName : undefined;
}

function notFound(tools: readonly Tool[], wireName: string, near: WireToolName | undefined): string {
  const none = `There is no tool "${wireName.slice(0, 200)}".`;
  if (near !== undefined) return `${none} Did you mean "${near}"?`;
  const names = tools.slice(0, 50).map((tool) => tool.wireName);
  const more = tools.length - names.length;
  return `${none} The tools are: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
