import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import type { RawToolName, ToolDefinition, ToolResult } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import { readCallResult } from './call-result.js';
import type { OutputCheck } from './output-check.js';
import { fetchListing } from './paged-list.js';
import type { HttpSessionEra } from './http-session-era.js';
import { headerParameters } from './revisions/modern-headers.js';
import type { SessionParts } from './session-parts.js';
import type { LiveTasks } from './session-tasks.js';
import type { CallOptions, ListOptions, ToolList } from './session.js';
import { salvageTools } from './tool-listing.js';

const CALL_TIMEOUT_MS = 60_000;
const CALL_MAX_TOTAL_MS = 20 * 60_000;
/** With fewer tools to hold their pages costs more than to parse them again. */
const LONG_LIST = 100;

interface ToolParts {
  readonly tasks: LiveTasks;
  readonly output: OutputCheck;
  readonly httpEra: HttpSessionEra | undefined;
}

/** The tools of one session. */
export class LiveTools {
  readonly #session: SessionParts;
  readonly #parts: ToolParts;
  /** The last listing. Pages of a long one are held, so that those which come again as they are need not be parsed again. */
  #last: { readonly tools: ReadonlyMap<string, ToolDefinition>; readonly pages: readonly JsonObject[] } = {
    tools: new Map(),
    pages: [],
  };

  constructor(session: SessionParts, parts: ToolParts) {
    this.#session = session;
    this.#parts = parts;
  }

  async list(options: ListOptions = {}): Promise<ToolList> {
    const { exchange, capabilities, note } = this.#session;
    if (capabilities['tools'] === undefined) {
      note('The server declares no tools, so it is not asked for any.');
      return { tools: [], rejected: [] };
    }
    const { pages, entries } = await fetchListing(exchange, 'tools/list', 'tools', options);
    const check = exchange.era === 'modern' ? mustHaveValidHeaders : undefined;
    const list = salvageTools(entries, (name) => (args, call) => this.call(name, args, call), check);
    const tools = new Map(list.tools.map((tool) => [tool.name, tool]));
    this.#last = { tools, pages: tools.size < LONG_LIST ? [] : pages };
    this.#parts.httpEra?.know(tools);
    return list;
  }

  async call(name: RawToolName, args: JsonObject, options: CallOptions = {}): Promise<ToolResult> {
    const { signal, timeoutMs = CALL_TIMEOUT_MS, maxTotalMs = CALL_MAX_TOTAL_MS, onProgress = ignore } = options;
    const { exchange } = this.#session;
    const tool = this.#last.tools.get(name);
    const params = this.#asTask(tool) ? { name, arguments: args, task: {} } : { name, arguments: args };
    // Progress is always asked for: it also keeps a slow call from running into its time limit.
    const limits = { signal, timeoutMs, maxTotalMs, onProgress, onWithdrawn: options.onWithdrawn };
    const answer = await exchange.request('tools/call', params, limits);
    const task = this.#parts.tasks.created(answer);
    const result = readCallResult(task === undefined ? answer : await this.#parts.tasks.await(task, options));
    return tool?.outputSchema === undefined ? result : this.#checked(tool, result);
  }

  /** A tool that can be called both ways is called directly, which needs no polling. */
  #asTask(tool: ToolDefinition | undefined): boolean {
    if (this.#session.exchange.era === 'modern' || tool?.taskSupport !== 'required') return false;
    const { tasks } = this.#session.capabilities;
    const requests = isJsonObject(tasks) ? tasks['requests'] : undefined;
    const tools = isJsonObject(requests) ? requests['tools'] : undefined;
    return isJsonObject(tools) && tools['call'] !== undefined;
  }

  async #checked({ name, outputSchema }: ToolDefinition, result: ToolResult): Promise<ToolResult> {
    // A failed call need not have what a successful one has.
    if (outputSchema === undefined || result.isError) return result;
    const warning = await this.#parts.output.warning(outputSchema, result.structuredContent);
    if (warning === undefined) return result;
    this.#session.note(`${name}: ${warning.message}`);
    return { ...result, warnings: [warning] };
  }
}

function mustHaveValidHeaders({ inputSchema }: ToolDefinition): void {
  const found = headerParameters(inputSchema);
  if (!('problem' in found)) return;
  const { code, message, parts } = found.problem;
  throw new GatehouseError(code, message, { parts });
}

function ignore(): void {}
