import { RPC_CODE, RpcError } from './json-rpc.js';
import { isJsonObject, jsonKind } from './json.js';
import type { JsonObject } from './json.js';

/** What a server claims of its tool (server/tools, 2025-11-25). */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** A tool whose arguments are all texts and all required. */
export interface Tool<Name extends string> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Each argument with the sentence that describes it. */
  readonly parameters: Readonly<Record<Name, string>>;
  readonly annotations: ToolAnnotations;
  /** Returns the text of the result; throws a `ToolError` whose sentence the caller can act on. */
  readonly run: (args: Readonly<Record<Name, string>>, signal: AbortSignal) => string | Promise<string>;
}

/** A tool could not do what it was asked. The message goes to the caller as it is. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

interface RegisteredTool {
  readonly definition: JsonObject;
  readonly call: (args: JsonObject, signal: AbortSignal) => Promise<JsonObject>;
}

/** The tools of one server. Knows nothing of the wire, so that any transport can carry it. */
export class ToolRegistry {
  readonly #serverName: string;
  readonly #tools = new Map<string, RegisteredTool>();

  constructor(serverName: string) {
    this.#serverName = serverName;
  }

  /** @throws where the tool has no name, its name is taken, or it has no handler. */
  register<Name extends string>(tool: Tool<Name>): this {
    const { name, title, description, annotations } = tool;
    if (typeof name !== 'string' || name.trim() === '') {
      throw new Error(`${this.#serverName}: a tool has no name (its title is "${title}").`);
    }
    if (this.#tools.has(name)) throw new Error(`${this.#serverName}: two tools are named "${name}".`);
    if (typeof tool.run !== 'function') throw new Error(`${this.#serverName}: the tool "${name}" has no handler.`);
    this.#tools.set(name, {
      definition: { name, title, description, inputSchema: schemaOf(tool.parameters), annotations: { ...annotations } },
      call: (args, signal) => this.#call(tool, args, signal),
    });
    return this;
  }

  /** The `tools` of a `tools/list` result, in the order of registration. */
  list(): readonly JsonObject[] {
    return [...this.#tools.values()].map((tool) => tool.definition);
  }

  /**
   * The result of `tools/call`. A failing tool, and arguments that do not fit, are results with `isError` (SEP-1303,
   * server/tools, 2025-11-25), so that a model can read the sentence and try again.
   * @throws RpcError for params that name no tool of this server.
   */
  async call(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { name, arguments: args = {} } = params;
    if (typeof name !== 'string') throw new RpcError(RPC_CODE.invalidParams, 'tools/call needs "name", a string.');
    const tool = this.#tools.get(name);
    if (tool === undefined) {
      const known = [...this.#tools.keys()].join(', ');
      throw new RpcError(RPC_CODE.invalidParams, `Unknown tool "${name}". ${this.#serverName} has: ${known}.`);
    }
    if (!isJsonObject(args)) {
      throw new RpcError(RPC_CODE.invalidParams, `"arguments" must be an object, not ${jsonKind(args)}.`);
    }
    return tool.call(args, signal);
  }

  async #call<Name extends string>(tool: Tool<Name>, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { parameters } = tool;
    if (!fits(parameters, args)) return failure(misfit(tool.name, parameters, args));
    try {
      return { content: [{ type: 'text', text: await tool.run(args, signal) }] };
    } catch (error) {
      if (error instanceof ToolError) return failure(error.message);
      const message = error instanceof Error ? error.message : String(error);
      return failure(`${this.#serverName} could not run ${tool.name}: ${message}`);
    }
  }
}

function schemaOf(parameters: Readonly<Record<string, string>>): JsonObject {
  const properties = Object.entries(parameters).map(([name, description]) => [name, { type: 'string', description }]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(parameters),
    additionalProperties: false,
  };
}

function fits<Name extends string>(
  parameters: Readonly<Record<Name, string>>,
  args: unknown,
): args is Readonly<Record<Name, string>> {
  return isJsonObject(args) && misfit('', parameters, args) === '';
}

/** A sentence that names the first argument that does not fit; empty where all fit. */
function misfit(tool: string, parameters: Readonly<Record<string, string>>, args: JsonObject): string {
  for (const name of Object.keys(parameters)) {
    if (!Object.hasOwn(args, name)) return `${tool} needs the argument "${name}", a string; it is missing.`;
    if (typeof args[name] !== 'string') {
      return `${tool} needs the argument "${name}" to be a string, not ${jsonKind(args[name])}.`;
    }
  }
  const stranger = Object.keys(args).find((name) => !Object.hasOwn(parameters, name));
  if (stranger === undefined) return '';
  const known = Object.keys(parameters).map((name) => `"${name}"`);
  return `${tool} has no argument "${stranger}"; it takes ${known.length === 0 ? 'none' : known.join(' and ')}.`;
}

function failure(text: string): JsonObject {
  return { content: [{ type: 'text', text }], isError: true };
}
