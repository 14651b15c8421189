import type { Clock } from '../clock.js';
import type { ModelClient, ModelRequest } from '../model/model-client.js';
import { withDeadline } from './with-deadline.js';

/** A turn is never held up longer than this by a count, ms. */
const COUNT_MS = 2_000;

/** Asks the model server how many tokens a request has, as long as it answers. */
export class TokenCounter {
  readonly #parts: { readonly client: ModelClient; readonly clock: Clock; readonly signal: AbortSignal };
  #answers = true;

  constructor(parts: { readonly client: ModelClient; readonly clock: Clock; readonly signal: AbortSignal }) {
    this.#parts = parts;
  }

  /** Undefined where it can't say, or not in time: then it is not asked again. Never rejects. */
  async count(request: Omit<ModelRequest, 'maxTokens'>): Promise<number | undefined> {
    const { client } = this.#parts;
    if (!this.#answers || client.countTokens === undefined) return undefined;
    try {
      return await withDeadline(COUNT_MS, this.#parts, async (until) => client.countTokens?.(request, until));
    } catch {
      // The estimate holds instead, and the meter says so.
      this.#answers = false;
      return undefined;
    }
  }
}
