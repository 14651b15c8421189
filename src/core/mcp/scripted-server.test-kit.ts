import type { JsonRpcMessage, JsonRpcRequest } from '../../shared/json-rpc.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { LinkedTransport } from './transports/linked-pair.js';
import type { CloseReason, TransportReceiver } from './transport.js';

/** A result, an error, or undefined for no answer. */
type Script = (request: JsonRpcRequest) => { result: JsonObject } | { error: JsonObject } | undefined;

/** The far side of a linked pair: answers by a script, and keeps everything that it was sent. */
export class ScriptedServer implements TransportReceiver {
  readonly heard: JsonRpcMessage[] = [];
  readonly #wire: LinkedTransport;
  readonly #scripts = new Map<string, Script>();
  reason: CloseReason | undefined;

  constructor(wire: LinkedTransport, capabilities: JsonObject = { tools: { listChanged: true } }) {
    this.#wire = wire;
    this.on('initialize', () => ({
      result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'scripted', version: '1' } },
    }));
    void wire.start(this);
  }

  on(method: string, script: Script): void {
    this.#scripts.set(method, script);
  }

  /** Answers `tools/list` with one page. */
  lists(tools: readonly JsonValue[]): void {
    this.on('tools/list', () => ({ result: { tools } }));
  }

  say(message: JsonObject): void {
    void this.#wire.send({ jsonrpc: '2.0', ...message } as unknown as JsonRpcMessage);
  }

  /** The methods that were sent here, in order. */
  get methods(): readonly (string | undefined)[] {
    return this.heard.map((message) => ('method' in message ? message.method : undefined));
  }

  message(message: JsonRpcMessage): void {
    this.heard.push(message);
    if (!('method' in message) || !('id' in message)) return;
    const answer = this.#scripts.get(message.method)?.(message);
    if (answer !== undefined) this.say({ id: message.id, ...answer });
  }

  oversized(): void {}

  log(): void {}

  closed(reason: CloseReason): void {
    this.reason = reason;
  }
}
