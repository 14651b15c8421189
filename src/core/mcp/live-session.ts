import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { RawToolName, ToolResult } from '../../shared/tool.js';
import { Emitter } from '../observable.js';
import type { Unsubscribe } from '../observable.js';
import { readCallResult } from './call-result.js';
import type { Connection, LogListener } from './connection.js';
import type { Handshake } from './revisions/legacy.js';
import type { CallOptions, McpSession, ToolList } from './session.js';
import { fetchToolEntries, salvageTools } from './tool-listing.js';
import type { CloseReason, Transport } from './transport.js';

const CALL_TIMEOUT_MS = 60_000;
const CALL_MAX_TOTAL_MS = 20 * 60_000;
/** Changes of the list of tools within this time, ms, are told as one. */
const CHANGE_WINDOW_MS = 50;

/** A session on a connection that has shaken hands. Only `McpClient` makes one. */
export class LiveSession implements McpSession {
  readonly serverInfo: McpSession['serverInfo'];
  readonly revision: string;
  readonly capabilities: JsonObject;
  readonly instructions?: string;
  readonly closed: Promise<CloseReason>;
  readonly #transport: Transport;
  readonly #connection: Connection;
  readonly #onLog: LogListener;
  readonly #toolsChanged = new Emitter<undefined>();
  #changeTimer: NodeJS.Timeout | undefined;

  constructor(transport: Transport, connection: Connection, handshake: Handshake, onLog: LogListener) {
    this.serverInfo = handshake.serverInfo;
    this.revision = handshake.revision;
    this.capabilities = handshake.capabilities;
    if (handshake.instructions !== undefined) this.instructions = handshake.instructions;
    this.closed = connection.ended;
    this.#transport = transport;
    this.#connection = connection;
    this.#onLog = onLog;
    connection.peer.handleNotification('notifications/tools/list_changed', () => this.#onListChanged());
    connection.peer.handleNotification('notifications/message', (params) => this.#onServerLog(params));
    void connection.ended.then(() => clearTimeout(this.#changeTimer));
  }

  async listTools(options: { readonly signal?: AbortSignal } = {}): Promise<ToolList> {
    if (this.capabilities['tools'] === undefined) {
      this.#onLog('host', 'The server declares no tools, so it is not asked for any.');
      return { tools: [], rejected: [] };
    }
    const entries = await fetchToolEntries(this.#connection.peer, options.signal);
    return salvageTools(entries, (name) => (args, call) => this.callTool(name, args, call));
  }

  async callTool(name: RawToolName, args: JsonObject, options: CallOptions = {}): Promise<ToolResult> {
    const { signal, timeoutMs = CALL_TIMEOUT_MS, maxTotalMs = CALL_MAX_TOTAL_MS, onProgress = ignore } = options;
    // Progress is always asked for: it also keeps a slow call from running into its time limit.
    const limits = { signal, timeoutMs, maxTotalMs, onProgress };
    return readCallResult(await this.#connection.peer.request('tools/call', { name, arguments: args }, limits));
  }

  onToolsChanged(listener: () => void): Unsubscribe {
    return this.#toolsChanged.subscribe(listener);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #onListChanged(): void {
    this.#changeTimer ??= setTimeout(() => {
      this.#changeTimer = undefined;
      this.#toolsChanged.emit(undefined);
    }, CHANGE_WINDOW_MS);
  }

  #onServerLog({ level, logger, data }: JsonObject): void {
    const who = typeof logger === 'string' ? ` ${logger}` : '';
    this.#onLog('host', `The server logged (${wordOf(level)}${who}): ${wordOf(data)}`);
  }
}

/** Strings as they are, anything else as JSON. */
function wordOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function ignore(): void {}
