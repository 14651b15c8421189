import type { ModelUsage } from './conversation.js';
import { priceOf } from './model-prices.js';

/** What a request cost, by kind of token. US dollars. */
export interface UsageCost {
  /** Of all that was read, from the cache or not, and what was written into it. */
  readonly input: number;
  readonly output: number;
}

/** Undefined where the price of the model is not known. */
export function costOf(model: string, usage: ModelUsage): UsageCost | undefined {
  const price = priceOf(model);
  if (price === undefined) return undefined;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const { input, output, cacheRead, cacheWrite } =
    price.long !== undefined && inputTokens > price.long.over ? price.long.prices : price;
  const plain = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const read = plain * input + cacheReadTokens * cacheRead + cacheWriteTokens * cacheWrite;
  return { input: read / 1e6, output: (outputTokens * output) / 1e6 };
}

/** The same in one number. */
export function dollarsOf(model: string, usage: ModelUsage): number | undefined {
  const cost = costOf(model, usage);
  return cost === undefined ? undefined : cost.input + cost.output;
}
