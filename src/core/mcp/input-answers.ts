import type { AskedMethod } from '../../shared/asked-method.js';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { INVALID_PARAMS, JsonRpcError, METHOD_NOT_FOUND } from '../jsonrpc/json-rpc-error.js';
import { AskingRequests } from './asking-requests.js';
import type { OnWithdrawn } from './asking-requests.js';
import { elicitationResult, readElicitation } from './elicitation.js';
import type { InputPort, Root } from './input-port.js';
import { samplingRejected } from './sampling-rejected.js';

/** What servers may ask of a client, in both eras. */
export const INPUT_METHODS = ['elicitation/create', 'sampling/createMessage', 'roots/list'] as const;

/** How many pages are remembered that the user may still be on. */
const REMEMBERED = 100;

/**
 * Turns what a server asks into calls of the port and their answers into results. In the legacy era these are requests;
 * in the modern one they come inside a result or a task.
 */
export class InputAnswers {
  /** The requests of ours that are open, in the legacy era. */
  readonly asking = new AskingRequests();
  readonly #port: InputPort;
  readonly #note: (text: string) => void;
  readonly #completions = new Map<string, () => void>();
  #open = 0;

  constructor(port: InputPort, note: (text: string) => void) {
    this.#port = port;
    this.#note = note;
  }

  /** How many questions wait for an answer. */
  get open(): number {
    return this.#open;
  }

  /** Rejects with a `JsonRpcError` for what was not offered to the server or has no sense. */
  async answer(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    this.#open++;
    try {
      switch (method) {
        case 'elicitation/create':
          return await this.#elicit(params, signal);
        case 'sampling/createMessage':
          return await this.#sample(params, signal);
        case 'roots/list':
          return await this.#roots();
        default:
          throw notOffered(method);
      }
    } finally {
      this.#open--;
    }
  }

  /**
   * Answers what the server asked by a request of its own (legacy era). When the request of ours that it belongs to is
   * given up, it is withdrawn, and the server hears at once that nobody answered, whatever the user still does with it.
   */
  answerRequest(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (!isAsked(method)) return this.answer(method, params, signal);
    return this.asking.answering(method, async (withdrawn) => {
      const answer = this.answer(method, params, AbortSignal.any([signal, withdrawn]));
      try {
        const given = await Promise.race([answer, aborted(withdrawn)]);
        if (!withdrawn.aborted) return given;
      } catch (error) {
        if (!withdrawn.aborted) throw error;
      }
      this.#note('The call in which it asked was given up, so its question was withdrawn.');
      if (method === 'elicitation/create') return { action: 'cancel' };
      throw samplingRejected();
    });
  }

  /**
   * Answers every question of a map, side by side; the keys stay (basic/patterns/mrtr, 2026-07-28). When one can't be
   * answered, or `signal` aborts, the others are withdrawn and it rejects at once.
   */
  async answerAll(requests: JsonObject, signal: AbortSignal, onWithdrawn?: OnWithdrawn): Promise<JsonObject> {
    const withdraw = new AbortController();
    const either = AbortSignal.any([signal, withdraw.signal]);
    const open: AskedMethod[] = [];
    try {
      return await Promise.race([this.#answerEach(requests, either, open), aborted(signal)]);
    } finally {
      if (signal.aborted) for (const method of open) onWithdrawn?.(method);
      withdraw.abort();
    }
  }

  /** `open` has the questions to people that wait for their answers. */
  async #answerEach(requests: JsonObject, signal: AbortSignal, open: AskedMethod[]): Promise<JsonObject> {
    const entries = Object.entries(requests).map(async ([key, request]) => {
      if (!isJsonObject(request) || typeof request['method'] !== 'string') {
        throw new GatehouseError('invalid-result', `The server asked for input "${key}" without saying what for.`);
      }
      const params = isJsonObject(request['params']) ? request['params'] : {};
      const { method } = request;
      if (!isAsked(method)) return [key, await this.answer(method, params, signal)] as const;
      open.push(method);
      const answer = await this.answer(method, params, signal);
      open.splice(open.indexOf(method), 1);
      return [key, answer] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** `notifications/elicitation/complete`: the user is done on the page (client/elicitation, 2025-11-25). */
  complete({ elicitationId }: JsonObject): void {
    const id = typeof elicitationId === 'string' ? elicitationId : '';
    const resolve = this.#completions.get(id);
    if (resolve === undefined) {
      this.#note(
        `The server said that an elicitation is complete which nobody waits for (${JSON.stringify(elicitationId ?? null)}).`,
      );
      return;
    }
    this.#completions.delete(id);
    resolve();
  }

  /** A page may be left open for ever, so only the last ones are remembered. */
  #expect(elicitationId: string, resolve: () => void): void {
    this.#completions.set(elicitationId, resolve);
    const oldest = this.#completions.keys().next();
    if (this.#completions.size > REMEMBERED && oldest.done !== true) this.#completions.delete(oldest.value);
  }

  async #elicit(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (this.#port.elicit === undefined) throw notOffered('elicitation/create');
    const { elicitationId } = params;
    const completed = new Promise<void>((resolve) => {
      if (typeof elicitationId === 'string') this.#expect(elicitationId, resolve);
    });
    let request;
    try {
      request = readElicitation(params, completed);
    } catch (error) {
      throw new JsonRpcError({ code: INVALID_PARAMS, message: errorMessage(error) });
    }
    const answer = await this.#port.elicit(request, signal);
    try {
      return elicitationResult(request, answer);
    } catch (error) {
      // Nothing that does not fit is sent; to the server it is a question that was closed without an answer.
      this.#note(errorMessage(error));
      return { action: 'cancel' };
    }
  }

  async #sample(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (this.#port.sample === undefined) throw notOffered('sampling/createMessage');
    if (params['tools'] !== undefined || params['toolChoice'] !== undefined) {
      // "The client MUST return an error" (client/sampling): tools in sampling were not declared.
      throw new JsonRpcError({ code: INVALID_PARAMS, message: 'Sampling with tools was not offered to this server.' });
    }
    return { ...(await this.#port.sample(params, signal)) };
  }

  async #roots(): Promise<JsonObject> {
    if (this.#port.roots === undefined) throw notOffered('roots/list');
    const roots = (await this.#port.roots()).filter((root) => this.#isFile(root));
    return { roots: roots.map(({ uri, name }) => (name === undefined ? { uri } : { uri, name })) };
  }

  /** "This MUST be a file:// URI" (client/roots). */
  #isFile(root: Root): boolean {
    const isFile = root.uri.startsWith('file://');
    if (!isFile) this.#note(`The root ${root.uri} is no file URI, so the server is not told of it.`);
    return isFile;
  }
}

function isAsked(method: string): method is AskedMethod {
  return method === 'elicitation/create' || method === 'sampling/createMessage';
}

function notOffered(method: string): JsonRpcError {
  return new JsonRpcError({ code: METHOD_NOT_FOUND, message: `${method} was not offered to this server.` });
}

/** Rejects with code `cancelled` when the signal aborts; never resolves. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const cancel = (): void =>
      reject(new GatehouseError('cancelled', 'The request was cancelled while it waited for input.'));
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}
