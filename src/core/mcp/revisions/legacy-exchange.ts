import { isJsonObject } from '../../../shared/json.js';
import type { JsonObject, JsonValue } from '../../../shared/json.js';
import { JsonRpcError } from '../../jsonrpc/json-rpc-error.js';
import type { JsonRpcPeer } from '../../jsonrpc/peer.js';
import { MAY_ASK } from '../asking-requests.js';
import type { Exchange, ExchangeOptions } from '../exchange.js';
import { INPUT_METHODS } from '../input-answers.js';
import type { InputAnswers } from '../input-answers.js';

/** The user must first do something on a page (client/elicitation, 2025-11-25). */
const URL_ELICITATION_REQUIRED = -32_042;

/** Requests after a handshake go as they are; what the server asks comes as requests of its own. */
export class LegacyExchange implements Exchange {
  readonly era = 'legacy';
  readonly #peer: JsonRpcPeer;
  readonly #answers: InputAnswers;

  constructor(peer: JsonRpcPeer, answers: InputAnswers) {
    this.#peer = peer;
    this.#answers = answers;
  }

  request(method: string, params: JsonObject, options: ExchangeOptions = {}): Promise<JsonObject> {
    const sent = Object.keys(params).length === 0 ? undefined : params;
    const limits = Object.assign({ waitsForUs: this.#waitsForUs }, options);
    const { asking } = this.#answers;
    const open = MAY_ASK.has(method) ? asking.begin(options.onWithdrawn) : undefined;
    return this.#peer.request(method, sent, limits).then(
      (result) => {
        if (open !== undefined) asking.end(open);
        return result;
      },
      async (error: unknown) => {
        if (open !== undefined) asking.end(open, error);
        const asked = error instanceof JsonRpcError ? elicitationsOf(error) : [];
        if (asked.length === 0 || !(await this.#allDone(asked, options.signal))) throw error;
        const again = (): Promise<JsonObject> => this.#peer.request(method, sent, limits);
        return open === undefined ? again() : asking.during(again, options.onWithdrawn);
      },
    );
  }

  readonly #waitsForUs = (): boolean => this.#answers.open > 0;

  async setLogLevel(level: string, options?: ExchangeOptions): Promise<void> {
    await this.request('logging/setLevel', { level }, options);
  }

  /** True where the user went to every page: then the request is worth one more try. */
  async #allDone(asked: readonly JsonObject[], signal = new AbortController().signal): Promise<boolean> {
    for (const params of asked) {
      const answer = await this.#answers.answer('elicitation/create', { ...params, mode: 'url' }, signal);
      if (answer['action'] !== 'accept') return false;
    }
    return true;
  }
}

/** Lets the server ask for what the port offers. To be called before the handshake. */
export function answerRequests(peer: JsonRpcPeer, answers: InputAnswers, offered: JsonObject): void {
  const declared: Readonly<Record<(typeof INPUT_METHODS)[number], string>> = {
    'elicitation/create': 'elicitation',
    'sampling/createMessage': 'sampling',
    'roots/list': 'roots',
  };
  for (const method of INPUT_METHODS) {
    if (offered[declared[method]] === undefined) continue;
    peer.handleRequest(method, (params, signal) => answers.answerRequest(method, params, signal));
  }
}

function elicitationsOf(error: JsonRpcError): readonly JsonObject[] {
  if (error.code !== URL_ELICITATION_REQUIRED || !isJsonObject(error.data)) return [];
  const { elicitations } = error.data;
  return isList(elicitations) ? elicitations.filter(isJsonObject) : [];
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
