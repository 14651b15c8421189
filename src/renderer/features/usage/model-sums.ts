import type { ChatUsage } from '../../../shared/chat-usage.js';
import { USAGE_KINDS, type KindSum, type ModelSum, type UsageDay, type UsageSum } from '../../../shared/usage-day.js';

/** What each model came to in all these days; the most expensive first, of those without a price the most used. */
export function modelSums(days: readonly Pick<UsageDay, 'sums'>[]): readonly ModelSum[] {
  const sums = sumsBy(days, ({ model }) => model);
  return sums.toSorted((a, b) => (b.dollars ?? 0) - (a.dollars ?? 0) || tokensOf(b) - tokensOf(a));
}

/** What each kind of request came to in all these days, in the order of the kinds. */
export function kindSums(days: readonly Pick<UsageDay, 'sums'>[]): readonly KindSum[] {
  const sums = sumsBy(days, ({ kind }) => kind);
  return USAGE_KINDS.flatMap((kind) => sums.filter((sum) => sum.kind === kind));
}

/** Those that are of one sort become one, which is named as the first of them. */
function sumsBy(days: readonly Pick<UsageDay, 'sums'>[], sortOf: (sum: KindSum) => string): readonly KindSum[] {
  const all = new Map<string, KindSum>();
  for (const sum of days.flatMap(({ sums }) => sums)) {
    const before = all.get(sortOf(sum));
    all.set(sortOf(sum), before === undefined ? sum : { ...before, ...added(before, sum) });
  }
  return [...all.values()];
}

function added(a: UsageSum, b: UsageSum): UsageSum {
  const dollars = (a.dollars ?? 0) + (b.dollars ?? 0);
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(a.dollars === undefined && b.dollars === undefined ? {} : { dollars }),
  };
}

/** The totals of many sums; `unpriced` is right where each is of one model. */
export function totalOf(sums: readonly UsageSum[]): Omit<ChatUsage, 'servers' | 'readDollars' | 'cacheWriteTokens'> {
  const of = (part: (sum: UsageSum) => number): number => sums.reduce((all, sum) => all + part(sum), 0);
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
export function tokensOf({ inputTokens, outputTokens }: Pick<UsageSum, 'inputTokens' | 'outputTokens'>): number {
  return inputTokens + outputTokens;
}
