import type { AskedMethod } from '../../shared/asked-method.js';
import { GatehouseError } from '../errors.js';

/** Requests during which a server may ask; the later era lets it ask in no others (basic/patterns/mrtr, 2026-07-28). */
export const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Hears that a question was withdrawn because its request was given up. Must not throw. */
export type OnWithdrawn = (method: AskedMethod) => void;

/** A request of ours that has not ended. */
export interface OpenRequest {
  readonly onWithdrawn: OnWithdrawn | undefined;
}

interface OpenQuestion {
  readonly method: AskedMethod;
  /** The requests that it may belong to and that were not given up. */
  readonly owners: Set<OpenRequest>;
  readonly withdrawn: AbortController;
}

/** By these codes a request ends that nobody waits for any more. */
const GIVEN_UP: ReadonlySet<string> = new Set(['cancelled', 'timeout']);

/**
 * Which of our requests a server's question belongs to. In the legacy era it does not say: it is one of those that were
 * open when it asked. When all of these have been given up, nobody waits for the answer, and the question is withdrawn;
 * where one of them ended in another way, it may have been that one's, and stays.
 */
export class AskingRequests {
  readonly #open = new Set<OpenRequest>();
  readonly #questions = new Set<OpenQuestion>();

  /** Runs a request during which the server may ask. It is given up by how it ends, or before that when `signal` aborts. */
  async during<T>(run: () => Promise<T>, onWithdrawn?: OnWithdrawn, signal?: AbortSignal): Promise<T> {
    const request = this.begin(onWithdrawn);
    const giveUp = (): void => this.#giveUp(request);
    signal?.addEventListener('abort', giveUp);
    try {
      return await run();
    } catch (error) {
      this.end(request, error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
      this.end(request);
    }
  }

  /** The first half of `during`, for who waits for the request anyway: every call of a tool comes by here. */
  begin(onWithdrawn: OnWithdrawn | undefined): OpenRequest {
    const request = { onWithdrawn };
    this.#open.add(request);
    return request;
  }

  /** The other half, with what the request failed of. */
  end(request: OpenRequest, error?: unknown): void {
    if (error instanceof GatehouseError && GIVEN_UP.has(error.code)) this.#giveUp(request);
    this.#open.delete(request);
  }

  /** Has a question answered. Its signal aborts when it is withdrawn. */
  async answering<T>(method: AskedMethod, answer: (withdrawn: AbortSignal) => Promise<T>): Promise<T> {
    const question = { method, owners: new Set(this.#open), withdrawn: new AbortController() };
    this.#questions.add(question);
    try {
      return await answer(question.withdrawn.signal);
    } finally {
      this.#questions.delete(question);
    }
  }

  #giveUp(request: OpenRequest): void {
    for (const { method, owners, withdrawn } of this.#questions) {
      if (!owners.delete(request) || owners.size > 0) continue;
      request.onWithdrawn?.(method);
      withdrawn.abort();
    }
  }
}
