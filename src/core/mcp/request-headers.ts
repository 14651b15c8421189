import type { JsonRpcMessage } from '../../shared/json-rpc.js';
import type { ToolDefinition } from '../../shared/tool.js';
import { modernRequestHeaders } from './revisions/modern-headers.js';
import { PROTOCOL_VERSION_KEY } from './revisions/modern-meta.js';

/**
 * The HTTP headers of one connection, shared by its transport, which asks for them, and its session, which knows. A
 * message of the modern era says its revision itself; after a handshake it is the one agreed on
 * (basic/transports, 2025-06-18: `MCP-Protocol-Version` on all requests after `initialize`).
 */
export class RequestHeaders {
  #tools: ReadonlyMap<string, ToolDefinition> = new Map();
  #legacyRevision: string | undefined;

  /** For a transport: gives the headers of one message. Needs no `this`. */
  readonly of = (message: JsonRpcMessage): Record<string, string> => {
    const version = this.#legacyRevision;
    if (version !== undefined) return { 'MCP-Protocol-Version': version };
    if (!('method' in message) || !isModern(message.params?.['_meta'])) return {};
    const name = message.params?.['name'];
    return modernRequestHeaders(message, typeof name === 'string' ? this.#tools.get(name) : undefined);
  };

  /** For a session: a handshake agreed on this revision. */
  agreeOn(legacyRevision: string): void {
    this.#legacyRevision = legacyRevision;
  }

  /** For a session: the tools as they were listed last. */
  know(tools: ReadonlyMap<string, ToolDefinition>): void {
    this.#tools = tools;
  }
}

function isModern(meta: unknown): boolean {
  return typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_KEY in meta;
}
