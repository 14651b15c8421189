import type { JsonObject } from '../../shared/json.js';
import type { RawToolName, ToolResult } from '../../shared/tool.js';
import type { Unsubscribe } from '../observable.js';
import type { Connection, LogListener } from './connection.js';
import type { Exchange } from './exchange.js';
import type { InputAnswers } from './input-answers.js';
import { ListChange } from './list-change.js';
import type { Opened } from './opening.js';
import { OutputCheck } from './output-check.js';
import type { CompileValidator } from './output-check.js';
import type { HttpSessionEra } from './http-session-era.js';
import { ResultCache } from './result-cache.js';
import type { LegacyIdentity } from './revisions/legacy.js';
import { LegacyExchange } from './revisions/legacy-exchange.js';
import { ModernExchange } from './revisions/modern.js';
import type { Era } from './revisions/revision.js';
import { LiveLogging } from './session-logging.js';
import { ask } from './session-parts.js';
import type { AskOptions, SessionParts } from './session-parts.js';
import { LivePrompts } from './session-prompts.js';
import type { Completion, CompletionRequest } from './session-prompts.js';
import { LiveResources } from './session-resources.js';
import { LiveTasks } from './session-tasks.js';
import { LiveTools } from './session-tools.js';
import type { CallOptions, ListOptions, McpSession, ToolList } from './session.js';
import { Subscription } from './subscription.js';
import type { CloseReason, Transport } from './transport.js';

interface SessionOptions {
  readonly answers: InputAnswers;
  readonly onLog: LogListener;
  readonly modern: LegacyIdentity;
  readonly compileValidator: CompileValidator | undefined;
  readonly httpEra: HttpSessionEra | undefined;
}

/** A session with a server that has been met. Only `McpClient` makes one. */
export class LiveSession implements McpSession {
  readonly serverInfo: McpSession['serverInfo'];
  readonly revision: string;
  readonly capabilities: JsonObject;
  readonly instructions?: string;
  readonly era: Era;
  readonly knownEra: Era;
  readonly closed: Promise<CloseReason>;
  readonly resources: LiveResources;
  readonly prompts: LivePrompts;
  readonly logging: LiveLogging;
  readonly tasks: LiveTasks;
  readonly #tools: LiveTools;
  readonly #transport: Transport;
  readonly #connection: Connection;
  readonly #parts: SessionParts;
  readonly #cache = new ResultCache();

  constructor(opened: Opened, options: SessionOptions) {
    const { agreed, connection, transport } = opened;
    this.serverInfo = agreed.serverInfo;
    this.revision = agreed.revision;
    this.capabilities = agreed.capabilities;
    if (agreed.instructions !== undefined) this.instructions = agreed.instructions;
    this.era = opened.era;
    this.knownEra = opened.knownEra;
    this.closed = connection.ended;
    this.#transport = transport;
    this.#connection = connection;
    this.#parts = this.#makeParts(options);
    this.resources = new LiveResources(this.#parts);
    this.prompts = new LivePrompts(this.#parts);
    this.logging = new LiveLogging(this.#parts);
    this.tasks = new LiveTasks(this.#parts);
    const output = new OutputCheck(options.compileValidator);
    this.#tools = new LiveTools(this.#parts, { tasks: this.tasks, output, httpEra: options.httpEra });
    this.#listen(options.answers);
    if (opened.era === 'modern') options.httpEra?.becomeModern();
    this.#parts.subscription?.start();
  }

  listTools(options?: ListOptions): Promise<ToolList> {
    return this.#tools.list(options);
  }

  callTool(name: RawToolName, args: JsonObject, options?: CallOptions): Promise<ToolResult> {
    return this.#tools.call(name, args, options);
  }

  onToolsChanged(listener: () => void): Unsubscribe {
    return this.#parts.changes.tools.subscribe(listener);
  }

  complete(request: CompletionRequest, options?: AskOptions): Promise<Completion> {
    return this.prompts.complete(request, options);
  }

  async ping({ signal, timeoutMs = 10_000 }: AskOptions = {}): Promise<void> {
    if (this.era === 'legacy') await ask(this.#parts.exchange, 'ping', {}, { timeoutMs, ...(signal && { signal }) });
    else await this.#parts.exchange.request('server/discover', {}, { signal, timeoutMs, fresh: true });
  }

  async rootsChanged(): Promise<void> {
    if (this.era === 'legacy') await this.#connection.peer.notify('notifications/roots/list_changed');
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #makeParts({ answers, onLog, modern }: SessionOptions): SessionParts {
    const { peer } = this.#connection;
    const note = (text: string): void => onLog('host', text);
    const changes = { tools: new ListChange(), prompts: new ListChange(), resources: new ListChange() };
    let exchange: Exchange = new LegacyExchange(peer, answers);
    let subscription: Subscription | undefined;
    if (this.era === 'modern') {
      this.#connection.refusesRequests = true;
      const identity = { ...modern, revision: this.revision };
      const asking = new ModernExchange({ peer, answers, cache: this.#cache, identity });
      asking.onHeaderMismatch = () => this.listTools({ fresh: true });
      exchange = asking;
      const onGap = (): void => {
        for (const kind of KINDS) this.#noteChange(kind);
      };
      subscription = new Subscription({ exchange, capabilities: this.capabilities, note, onGap });
    }
    const { capabilities, revision } = this;
    return { exchange, capabilities, revision, answers, changes, subscription, note };
  }

  /** Says who hears what the server tells by itself. */
  #listen(answers: InputAnswers): void {
    const { peer } = this.#connection;
    const { subscription, changes } = this.#parts;
    const owned = (method: string, params: JsonObject): boolean => {
      if (subscription === undefined || subscription.owns(method, params)) return true;
      this.#parts.note(`The server sent ${method} for a subscription that is not open; it was ignored.`);
      return false;
    };
    for (const kind of KINDS) {
      const method = `notifications/${kind}/list_changed`;
      peer.handleNotification(method, (params) => owned(method, params) && this.#noteChange(kind));
    }
    const updated = 'notifications/resources/updated';
    peer.handleNotification(updated, (params) => owned(updated, params) && this.#noteUpdated(params));
    peer.handleNotification('notifications/message', (params) => this.logging.noteMessage(params));
    peer.handleNotification('notifications/elicitation/complete', (params) => answers.complete(params));
    peer.handleNotification('notifications/subscriptions/acknowledged', (params) => subscription?.acknowledge(params));
    const stop = (): void => {
      for (const kind of KINDS) changes[kind].stop();
      subscription?.stop();
    };
    void this.closed.then(stop);
  }

  #noteChange(kind: (typeof KINDS)[number]): void {
    this.#cache.dropKind(kind);
    this.#parts.changes[kind].note();
  }

  #noteUpdated({ uri }: JsonObject): void {
    if (typeof uri !== 'string') {
      this.#parts.note('The server said that a resource changed, but not which.');
      return;
    }
    this.#cache.dropResource(uri);
    this.resources.noteUpdated(uri);
  }
}

const KINDS = ['tools', 'prompts', 'resources'] as const;
