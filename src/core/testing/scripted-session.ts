import { branded } from '../../shared/brand.js';
import type { JsonObject } from '../../shared/json.js';
import type { RawToolName, ToolDefinition, ToolResult } from '../../shared/tool.js';
import type { CallOptions, McpSession, ToolSession, ToolList } from '../mcp/session.js';
import type { CloseReason } from '../mcp/transport.js';
import { Emitter, type Unsubscribe } from '../observable.js';

/** A tool definition with the least that a server can say. */
export function toolNamed(name: string, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return { name: branded<RawToolName>(name), inputSchema: { type: 'object' }, ...more };
}

/** A session whose tools, answers and end a test sets; nothing runs behind it. */
export class ScriptedSession implements ToolSession, Pick<McpSession, 'resources' | 'prompts' | 'complete'> {
  readonly serverInfo = { name: 'scripted', version: '1.0.0' };
  readonly revision = '2025-11-25';
  readonly capabilities: JsonObject = { tools: { listChanged: true } };
  /** It has none. */
  readonly resources: McpSession['resources'] = {
    list: async () => ({ resources: [], rejected: [] }),
    templates: async () => ({ templates: [], rejected: [] }),
    read: async () => [],
    subscribe: async () => undefined,
    unsubscribe: async () => undefined,
    onChanged: () => () => undefined,
    onUpdated: () => () => undefined,
  };
  readonly prompts: McpSession['prompts'] = {
    list: async () => ({ prompts: [], rejected: [] }),
    get: async () => ({ messages: [] }),
    onChanged: () => () => undefined,
  };
  readonly complete: McpSession['complete'] = async () => ({ values: [], hasMore: false });
  readonly closed: Promise<CloseReason>;
  /** How often the tools were listed. */
  lists = 0;
  isClosed = false;
  /** Answers `tools/list`. */
  list: () => Promise<ToolList>;
  /** Answers `tools/call`. */
  call: (name: RawToolName, args: JsonObject, options?: CallOptions) => Promise<ToolResult> = async () => ({
    content: [],
    isError: false,
  });
  readonly #changed = new Emitter<void>();
  #end: (reason: CloseReason) => void = () => undefined;

  constructor(tools: readonly ToolDefinition[] = []) {
    this.list = async () => ({ tools, rejected: [] });
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  listTools(): Promise<ToolList> {
    this.lists += 1;
    return this.list();
  }

  callTool(name: RawToolName, args: JsonObject, options?: CallOptions): Promise<ToolResult> {
    return this.call(name, args, options);
  }

  onToolsChanged(listener: () => void): Unsubscribe {
    return this.#changed.subscribe(listener);
  }

  /** Says `notifications/tools/list_changed`. */
  changeTools(tools: readonly ToolDefinition[]): void {
    this.list = async () => ({ tools, rejected: [] });
    this.announceChange();
  }

  announceChange(): void {
    this.#changed.emit();
  }

  /** Ends by itself: as a program that exits, unless `code` says otherwise. */
  crash(message: string, code: CloseReason['code'] = 'exited'): void {
    this.isClosed = true;
    this.#end({ code, message });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.#end({ code: 'closed-by-host', message: 'closed' });
  }
}
