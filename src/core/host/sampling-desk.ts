import type { ModelUsage } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import { isCounted } from '../../shared/request-usage.js';
import type { ServerConfig, ServerId } from '../../shared/server.js';
import { PRACTICE_MODEL_ID } from '../../shared/settings.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { INTERNAL_ERROR, JsonRpcError, METHOD_NOT_FOUND } from '../jsonrpc/json-rpc-error.js';
import type { InputPort, SamplingAnswer } from '../mcp/input-port.js';
import { samplingRejected } from '../mcp/sampling-rejected.js';
import { usageOfFailure } from '../model/model-error.js';
import type { ServerBook } from '../servers/server-book.js';
import type { ConversationBook } from './conversation-book.js';
import type { ChosenModel, ModelAccess } from './model-access.js';
import type { Desk } from './ports.js';
import { readSamplingRequest, type SamplingRequest } from './sampling-request.js';

export interface SamplingParts {
  readonly servers: ServerBook;
  readonly models: Pick<ModelAccess, 'choose'>;
  readonly desk: Desk;
  /** Keeps what the model server counted. */
  readonly usage: Pick<ConversationBook, 'count'>;
  /** Aborts when the host closes: open questions go with it. */
  readonly closing: AbortSignal;
}

/** Requests of one server that may wait while one is answered. */
const MOST_WAITING = 3;

/**
 * Answers servers that ask the user's model something. Off for each server until the user switches it on; then every
 * request is a question of its own, shown whole. The model gets no tools and nothing of any chat.
 */
export class SamplingDesk {
  readonly #parts: SamplingParts;
  readonly #lines = new Map<ServerId, { length: number; last: Promise<unknown> }>();

  constructor(parts: SamplingParts) {
    this.#parts = parts;
  }

  /** What a connection offers its server: undefined where the server may not ask. `note` writes into the server's log. */
  samplerFor(id: ServerId, note: (text: string) => void): InputPort['sample'] {
    if (this.#parts.servers.find(id)?.mayAskModel !== true) return undefined;
    return (params, signal) => {
      const either = AbortSignal.any([signal, this.#parts.closing]);
      return this.#inTurn(id, () => this.#answer(id, params, note, either));
    };
  }

  /** One at a time for each server. */
  async #inTurn<T>(id: ServerId, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(id) ?? { length: 0, last: Promise.resolve() };
    if (line.length > MOST_WAITING) {
      const message = `${MOST_WAITING} requests of this server wait already. Ask again later.`;
      throw new JsonRpcError({ code: INTERNAL_ERROR, message });
    }
    line.length += 1;
    this.#lines.set(id, line);
    const turn = line.last.then(work);
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(id);
    }
  }

  async #answer(
    id: ServerId,
    params: JsonObject,
    note: (text: string) => void,
    signal: AbortSignal,
  ): Promise<SamplingAnswer> {
    stopIf(signal);
    const server = this.#mustMayAsk(id);
    const request = readSamplingRequest(params);
    if (request.ignored.length > 0)
      note(`It asks your model with ${request.ignored.join(', ')}; Gatehouse leaves that out.`);
    const model = await this.#model(note, signal);
    const { system, messages, maxTokens } = request;
    const question = {
      kind: 'answer-sampling',
      serverName: server.name,
      model: model.id,
      system,
      messages,
      maxTokens,
    } as const;
    const yes = await this.#parts.desk.confirm(question, signal);
    stopIf(signal);
    if (!yes) {
      note('You did not let it ask your model.');
      throw samplingRejected();
    }
    // It may have been switched off while the question was open.
    this.#mustMayAsk(id);
    const answer = await this.#ask(model, request, note, signal);
    note(`Your model answered ${answer.text.length} characters.`);
    const stopReason = STOP_REASONS[answer.stopReason] ?? answer.stopReason;
    return { role: 'assistant', content: { type: 'text', text: answer.text }, model: model.id, stopReason };
  }

  #mustMayAsk(id: ServerId): ServerConfig {
    const server = this.#parts.servers.find(id);
    if (server?.mayAskModel === true) return server;
    throw new JsonRpcError({ code: METHOD_NOT_FOUND, message: 'Sampling is switched off for this server.' });
  }

  /** The model that chats use. The practice model only pretends, so it answers nobody else. */
  async #model(note: (text: string) => void, signal: AbortSignal): Promise<ChosenModel> {
    const model = await this.#parts.models.choose(signal).catch((error: unknown) => failed(error, note, signal));
    if (model.id !== PRACTICE_MODEL_ID) return model;
    note('It asks your model, and there is none: store an API key, or pick a model in the settings.');
    throw new JsonRpcError({ code: INTERNAL_ERROR, message: 'The user has set up no model that could answer.' });
  }

  async #ask(
    { client, id }: ChosenModel,
    { system, messages, maxTokens }: SamplingRequest,
    note: (text: string) => void,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly stopReason: string }> {
    const said = messages.map(({ role, text }) => ({ role, content: [{ type: 'text', text } as const] }));
    // Nobody looks on who could be told of a wait, so the client asks again by itself.
    const request = { model: id, system, messages: said, tools: [], maxTokens, retries: 2 };
    try {
      for await (const event of client.stream(request, signal)) {
        if (event.type !== 'finished') continue;
        this.#count(id, event.usage, note);
        const text = event.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
        return { text, stopReason: event.stopReason };
      }
    } catch (error) {
      this.#count(id, usageOfFailure(error), note);
      failed(error, note, signal);
    }
    return failed(new Error('Its answer ended before it was whole.'), note, signal);
  }

  /** What can't be kept changes nothing for the server: the answer is there, and paid. */
  #count(model: string, usage: ModelUsage | undefined, note: (text: string) => void): void {
    if (usage === undefined || !isCounted(usage)) return;
    try {
      this.#parts.usage.count({ kind: 'server', model, usage });
    } catch (error) {
      note(`What your model read and wrote for it could not be counted: ${errorMessage(error)}`);
    }
  }
}

/** The words of the specification for why a model ended. */
const STOP_REASONS: Readonly<Record<string, string>> = {
  end_turn: 'endTurn',
  max_tokens: 'maxTokens',
  stop_sequence: 'stopSequence',
};

/** The user reads what went wrong; the server, which it does not concern, that something did. */
function failed(error: unknown, note: (text: string) => void, signal: AbortSignal): never {
  stopIf(signal);
  note(`Your model could not answer it: ${errorMessage(error)}`);
  throw new JsonRpcError({ code: INTERNAL_ERROR, message: 'The model could not answer.' });
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new GatehouseError('cancelled', 'Nobody waits for the answer of the model any more.');
}
