import { RPC_CODE, RpcError, errorOf, isRpcId, readIncoming, resultOf } from './json-rpc.js';
import type { RpcId } from './json-rpc.js';
import { isJsonObject } from './json.js';
import type { JsonObject } from './json.js';
import type { Answer, Offer } from './offer.js';
import type { ToolRegistry } from './tool-registry.js';

/** Revisions with an `initialize` handshake, newest first. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** The one revision with JSON-RPC batches (basic/index, 2025-03-26; removed in 2025-06-18). */
const BATCH_REVISION = '2025-03-26';

/** Who the server says it is. */
export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** A sentence or two for the model on how to use the tools. */
  readonly instructions: string;
}

/** MCP's side of one connection with tools and what else is offered: messages in, answers out, no wire. */
export class McpServer {
  readonly #info: ServerInfo;
  readonly #tools: ToolRegistry;
  readonly #offers: readonly Offer[];
  readonly #running = new Map<RpcId, AbortController>();
  #revision: string | undefined;

  constructor(info: ServerInfo, tools: ToolRegistry, offers: readonly Offer[] = []) {
    this.#info = info;
    this.#tools = tools;
    this.#offers = offers;
  }

  /**
   * Takes one parsed message. Resolves to the answer to send: one, several for a batch, or `undefined` where nothing is
   * to be said (a notification, a response, a cancelled call). Never rejects.
   */
  async receive(value: unknown): Promise<JsonObject | readonly JsonObject[] | undefined> {
    if (!Array.isArray(value) || this.#revision !== BATCH_REVISION) return this.#receiveOne(value);
    if (value.length === 0) return errorOf(null, RPC_CODE.invalidRequest, 'A batch holds at least one message.');
    const answers = await Promise.all(value.map((one) => this.#receiveOne(one)));
    const said = answers.filter((answer) => answer !== undefined);
    return said.length === 0 ? undefined : said;
  }

  async #receiveOne(value: unknown): Promise<JsonObject | undefined> {
    const message = readIncoming(value);
    if (message.kind === 'request') return this.#answer(message.id, message.method, message.params);
    if (message.kind === 'invalid') return errorOf(message.id, RPC_CODE.invalidRequest, message.why);
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
      this.#cancel(message.params['requestId']);
    }
    return undefined; // other notifications mean nothing to it, and it asks nothing, so no response can be meant for it
  }

  async #answer(id: RpcId, method: string, params: JsonObject): Promise<JsonObject | undefined> {
    if (this.#running.has(id)) {
      return errorOf(id, RPC_CODE.invalidRequest, `The request id ${JSON.stringify(id)} is still in use.`);
    }
    const abort = new AbortController();
    this.#running.set(id, abort);
    try {
      const result = await this.#run(method, params, abort.signal);
      return abort.signal.aborted ? undefined : resultOf(id, result);
    } catch (error) {
      if (abort.signal.aborted) return undefined;
      if (error instanceof RpcError) return errorOf(id, error.code, error.message);
      return errorOf(id, RPC_CODE.internalError, `${this.#info.name} failed: ${String(error)}`);
    } finally {
      this.#running.delete(id);
    }
  }

  async #run(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    switch (method) {
      case 'initialize':
        return this.#initialize(params);
      case 'ping':
        return {};
      case 'tools/list':
        this.#needHandshake(method);
        needFirstPage(params);
        return { tools: this.#tools.list() };
      case 'tools/call':
        this.#needHandshake(method);
        return this.#tools.call(params, signal);
      default:
        return this.#answerOffer(method, params);
    }
  }

  async #answerOffer(method: string, params: JsonObject): Promise<JsonObject> {
    const answer = this.#offers.map(({ methods }) => ownAnswer(methods, method)).find((one) => one !== undefined);
    if (answer === undefined) throw new RpcError(RPC_CODE.methodNotFound, `Unknown method "${method}".`);
    this.#needHandshake(method);
    needFirstPage(params);
    return answer(params);
  }

  /** A revision we speak is echoed, any other is answered with our newest (basic/lifecycle, 2025-11-25). */
  #initialize(params: JsonObject): JsonObject {
    const asked = params['protocolVersion'];
    if (typeof asked !== 'string' || !isJsonObject(params['capabilities']) || !isJsonObject(params['clientInfo'])) {
      throw new RpcError(
        RPC_CODE.invalidParams,
        'initialize needs "protocolVersion" (a string), "capabilities" and "clientInfo" (objects).',
      );
    }
    this.#revision = REVISIONS.find((revision) => revision === asked) ?? REVISIONS[0];
    const { name, title, version, instructions } = this.#info;
    return {
      protocolVersion: this.#revision,
      capabilities: { tools: {}, ...Object.fromEntries(this.#offers.map(({ capability }) => [capability, {}])) },
      serverInfo: { name, title, version },
      instructions,
    };
  }

  #needHandshake(method: string): void {
    if (this.#revision === undefined) {
      throw new RpcError(RPC_CODE.invalidRequest, `${method} came before initialize; send initialize first.`);
    }
  }

  /** An id that is not running any more is no error: the answer and the cancel may have crossed. */
  #cancel(id: unknown): void {
    if (isRpcId(id)) this.#running.get(id)?.abort();
  }
}

function ownAnswer(methods: Offer['methods'], method: string): Answer | undefined {
  return Object.hasOwn(methods, method) ? methods[method] : undefined;
}

function needFirstPage(params: JsonObject): void {
  if (params['cursor'] === undefined) return;
  throw new RpcError(RPC_CODE.invalidParams, 'Unknown cursor: all entries come on one page.');
}
