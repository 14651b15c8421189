import type { ChatUsage } from '../../../shared/chat-usage.js';
import type { ModelSum, UsageDay } from '../../../shared/usage-day.js';

/** What each model came to in all these days; the most expensive first, of those without a price the most used. */
export function modelSums(days: readonly UsageDay[]): readonly ModelSum[] {
  const sums = new Map<string, ModelSum>();
  for (const sum of days.flatMap(({ models }) => models)) {
    const before = sums.get(sum.model);
    sums.set(sum.model, before === undefined ? sum : added(before, sum));
  }
  return [...sums.values()].toSorted((a, b) => (b.dollars ?? 0) - (a.dollars ?? 0) || tokensOf(b) - tokensOf(a));
}

function added(a: ModelSum, b: ModelSum): ModelSum {
  const dollars = (a.dollars ?? 0) + (b.dollars ?? 0);
  return {
    model: a.model,
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(a.dollars === undefined && b.dollars === undefined ? {} : { dollars }),
  };
}

/** All models together. */
export function totalOf(sums: readonly ModelSum[]): Omit<ChatUsage, 'servers' | 'readDollars' | 'cacheWriteTokens'> {
  const of = (part: (sum: ModelSum) => number): number => sums.reduce((all, sum) => all + part(sum), 0);
  return {
    requests: of(({ requests }) => requests),
    inputTokens: of(({ inputTokens }) => inputTokens),
    cacheReadTokens: of(({ cacheReadTokens }) => cacheReadTokens),
    outputTokens: of(({ outputTokens }) => outputTokens),
    dollars: sums.every(({ dollars }) => dollars === undefined) ? undefined : of(({ dollars }) => dollars ?? 0),
    unpriced: of(({ dollars, requests }) => (dollars === undefined ? requests : 0)),
  };
}

/** All that was read and written. */
export function tokensOf({ inputTokens, outputTokens }: Pick<ModelSum, 'inputTokens' | 'outputTokens'>): number {
  return inputTokens + outputTokens;
}
