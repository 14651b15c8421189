import type { JsonObject } from '../../shared/json.js';
import type { RequestOptions } from '../jsonrpc/pending-request.js';
import type { OnWithdrawn } from './asking-requests.js';
import type { Era } from './revisions/revision.js';

export interface ExchangeOptions extends RequestOptions {
  /** Asks the server even where an answer is at hand that may still be used. */
  readonly fresh?: boolean | undefined;
  /** Told of questions that the server asked for this request and that went with it. */
  readonly onWithdrawn?: OnWithdrawn | undefined;
}

/** How one era asks a server; the verbs of a session are built on it and need not know the era. */
export interface Exchange {
  readonly era: Era;
  /**
   * Resolves with a result that is complete, or with a task where the request may become one. Rejects as
   * `JsonRpcPeer.request` does, or with code `invalid-result`, `too-many-rounds`, `missing-capability` or
   * `unsupported-revision`.
   */
  request(method: string, params: JsonObject, options?: ExchangeOptions): Promise<JsonObject>;
  /** From which severity on the server is to log. Resolves when it was told, or will be by the next request. */
  setLogLevel(level: string, options?: ExchangeOptions): Promise<void>;
}
