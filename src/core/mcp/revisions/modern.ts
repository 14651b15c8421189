import { isJsonObject } from '../../../shared/json.js';
import type { JsonObject, JsonValue } from '../../../shared/json.js';
import { GatehouseError } from '../../errors.js';
import { JsonRpcError } from '../../jsonrpc/json-rpc-error.js';
import type { JsonRpcPeer } from '../../jsonrpc/peer.js';
import type { Exchange, ExchangeOptions } from '../exchange.js';
import type { InputAnswers } from '../input-answers.js';
import type { ResultCache } from '../result-cache.js';
import type { Handshake } from './legacy.js';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  HEADER_MISMATCH,
  LOG_LEVEL_KEY,
  MISSING_CLIENT_CAPABILITY,
  PROTOCOL_VERSION_KEY,
  SERVER_INFO_KEY,
  UNSUPPORTED_PROTOCOL_VERSION,
} from './modern-meta.js';
import { withRounds } from './mrtr.js';
import { modernRevisionIn } from './revision.js';

/** Who this client is, as every request says it. */
export interface ModernIdentity {
  readonly revision: string;
  readonly clientInfo: JsonObject;
  readonly capabilities: JsonObject;
}

/** What every request carries (basic/index, 2026-07-28). */
export function modernMeta(identity: ModernIdentity, logLevel?: string): JsonObject {
  return {
    [PROTOCOL_VERSION_KEY]: identity.revision,
    [CLIENT_INFO_KEY]: identity.clientInfo,
    [CLIENT_CAPABILITIES_KEY]: identity.capabilities,
    ...(logLevel !== undefined && { [LOG_LEVEL_KEY]: logLevel }),
  };
}

/** The revisions that an answer to `server/discover` names; undefined where it is no such answer. */
export function discoveredRevisions(result: JsonObject): readonly string[] | undefined {
  return isStrings(result['supportedVersions']) ? result['supportedVersions'] : undefined;
}

/** The revisions that a refusal names, whatever its code; empty where it names none. */
export function refusedRevisions(error: JsonRpcError): readonly string[] {
  const supported = isJsonObject(error.data) ? error.data['supported'] : undefined;
  return isStrings(supported) ? supported : [];
}

/** What a server said of itself in its answer to `server/discover`. */
export function readDiscovery(result: JsonObject, revision: string): Handshake {
  const { capabilities, instructions, _meta } = result;
  const said = isJsonObject(_meta) ? _meta[SERVER_INFO_KEY] : undefined;
  const info = isJsonObject(said) ? said : {};
  const { name, version, title } = info;
  return {
    revision,
    serverInfo: {
      name: typeof name === 'string' ? name : '',
      version: typeof version === 'string' ? version : '',
      ...(typeof title === 'string' && { title }),
    },
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(typeof instructions === 'string' && { instructions }),
  };
}

interface ModernParts {
  readonly peer: JsonRpcPeer;
  readonly answers: InputAnswers;
  readonly cache: ResultCache;
  readonly identity: ModernIdentity;
}

/** Requests that each say for themselves what they are (2026-07-28): no session, and questions come inside results. */
export class ModernExchange implements Exchange {
  readonly era = 'modern';
  /** Lists the tools anew: the server says that headers do not fit, so its tools may have changed. */
  onHeaderMismatch: (() => Promise<unknown>) | undefined;
  readonly #parts: ModernParts;
  #logLevel: string | undefined;

  constructor(parts: ModernParts) {
    this.#parts = parts;
  }

  async request(method: string, params: JsonObject, options: ExchangeOptions = {}): Promise<JsonObject> {
    const { cache, answers } = this.#parts;
    const kept = options.fresh === true ? undefined : cache.get(method, params);
    if (kept !== undefined) return kept;
    const { signal = new AbortController().signal, onWithdrawn } = options;
    const send = (round: JsonObject): Promise<JsonObject> => this.#send(method, round, options);
    const { result, rounds } = await withRounds(method, params, send, answers, { signal, onWithdrawn });
    checkType(method, result);
    // "Results of retries are never cached" (server/utilities/caching): they hold for their answers alone.
    if (rounds === 0) cache.put(method, params, result);
    return result;
  }

  /** It goes with every request from now on; without one a server may log nothing. */
  setLogLevel(level: string): Promise<void> {
    this.#logLevel = level;
    return Promise.resolve();
  }

  async #send(method: string, params: JsonObject, options: ExchangeOptions): Promise<JsonObject> {
    try {
      return await this.#once(method, params, options);
    } catch (error) {
      if (!(error instanceof JsonRpcError) || !(await this.#mayRetry(error, method))) throw explained(error, method);
    }
    try {
      return await this.#once(method, params, options);
    } catch (again) {
      throw explained(again, method);
    }
  }

  #once(method: string, params: JsonObject, options: ExchangeOptions): Promise<JsonObject> {
    const { peer, identity } = this.#parts;
    const own = isJsonObject(params['_meta']) ? params['_meta'] : {};
    return peer.request(method, { ...params, _meta: { ...own, ...modernMeta(identity, this.#logLevel) } }, options);
  }

  /** Both of these refusals come before a server has begun, so that nothing runs twice. */
  async #mayRetry(error: JsonRpcError, method: string): Promise<boolean> {
    if (error.code === UNSUPPORTED_PROTOCOL_VERSION) return modernRevisionIn(refusedRevisions(error)) !== undefined;
    if (error.code !== HEADER_MISMATCH || method === 'tools/list') return false;
    try {
      await this.onHeaderMismatch?.();
      return true;
    } catch {
      // What the request was refused for says more than that the list did not come either.
      return false;
    }
  }
}

function checkType(method: string, { resultType }: JsonObject): void {
  // "Absent: MUST be treated as complete; unknown: MUST be treated as invalid" (basic/index, 2026-07-28).
  if (resultType === undefined || resultType === 'complete') return;
  if (resultType === 'task' && method === 'tools/call') return;
  const text = `The server answered ${method} with a result of the type ${JSON.stringify(resultType)}, which Gatehouse does not know.`;
  throw new GatehouseError('invalid-result', text);
}

function explained(error: unknown, method: string): unknown {
  if (!(error instanceof JsonRpcError)) return error;
  if (error.code === UNSUPPORTED_PROTOCOL_VERSION) {
    const supported = refusedRevisions(error).join(', ') || 'none that it names';
    const text = `The server no longer speaks the revision that was agreed on. It speaks ${supported}. Connect again.`;
    return new GatehouseError('unsupported-revision', text, { cause: error });
  }
  if (error.code !== MISSING_CLIENT_CAPABILITY) return error;
  const needed = isJsonObject(error.data) ? error.data['requiredCapabilities'] : undefined;
  const names = isJsonObject(needed) ? Object.keys(needed).join(', ') : error.message;
  const text = `The server can't do ${method} without something that Gatehouse does not offer it: ${names}.`;
  return new GatehouseError('missing-capability', text, { cause: error });
}

function isStrings(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
