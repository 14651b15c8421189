import type { JsonRpcMessage } from '../../shared/json-rpc.js';
import { isJsonObject } from '../../shared/json.js';
import type { ToolDefinition } from '../../shared/tool.js';
import { modernRequestHeaders } from './revisions/modern-headers.js';
import { PROTOCOL_VERSION_KEY } from './revisions/modern-meta.js';

/**
 * What a transport over HTTP must know of its session, shared by the two: the transport reads it with every message, the
 * session writes what it learns. Until a server was found to be modern, it is treated as one with a handshake; only the
 * messages that say a revision themselves, such as the probe, have its headers.
 */
export class HttpSessionEra {
  #isModern = false;
  #tools: ReadonlyMap<string, ToolDefinition> = new Map();

  /** False: closing the response stream of a request cancels it (basic/transports/streamable-http, 2026-07-28). */
  get sendsCancelNotification(): boolean {
    return !this.#isModern;
  }

  /** True: session ids, a standing stream and resumption may exist. */
  get hasSessions(): boolean {
    return !this.#isModern;
  }

  /** The headers that mirror one message, names in small letters. Needs no `this`. */
  readonly requestHeaders = (message: JsonRpcMessage): Readonly<Record<string, string>> | undefined => {
    if (!('method' in message)) return undefined;
    const { _meta: meta, name } = message.params ?? {};
    if (!isJsonObject(meta) || meta[PROTOCOL_VERSION_KEY] === undefined) return undefined;
    return modernRequestHeaders(message, typeof name === 'string' ? this.#tools.get(name) : undefined);
  };

  /** The session is of the modern era. */
  becomeModern(): void {
    this.#isModern = true;
  }

  /** The tools as they were listed last: some of their arguments are mirrored. */
  know(tools: ReadonlyMap<string, ToolDefinition>): void {
    this.#tools = tools;
  }
}
