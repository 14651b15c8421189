/** US dollars for a million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  /** Written into the prompt cache, which keeps it five minutes. */
  readonly cacheWrite: number;
  /** Read from the prompt cache. */
  readonly cacheRead: number;
}

/** What a model costs. */
export interface ModelPrice extends TokenPrices {
  /** Where a request that reads more than so many tokens, from the cache or not, costs another price as a whole. */
  readonly long?: { readonly over: number; readonly prices: TokenPrices };
}

/** When the table was last compared with its sources. */
export const PRICES_AS_OF = '2026-11-30';

const OPUS_5: ModelPrice = { input: 5, output: 25, cacheWrite: 6.25, cacheRead: 0.5 };
const SONNET_4: ModelPrice = { input: 3, output: 15, cacheWrite: 3.75, cacheRead: 0.3 };
const FABLE_5_1: ModelPrice = { input: 10, output: 50, cacheWrite: 12.5, cacheRead: 0.25 };
const FABLE_5: ModelPrice = { input: 10, output: 50, cacheWrite: 12.5, cacheRead: 1 };

/*
 * The list prices of the Claude API, by the id of the model. A model that is not in the table has no price here, and
 * none is shown for it. All compared on 2026-11-30. Sources, each row naming its own:
 *   [P] platform.claude.com/docs/en/about-claude/pricing, “Model pricing”
 *   [M] platform.claude.com/docs/en/models/<model>/overview, “Specifications”
 *   [R] public release notes that read the page [P]: rightsize 0.10.2 (Fable 5.2), claudit 1.9.2 (2026-10-24)
 */
const PRICES: Readonly<Record<string, ModelPrice>> = {
  // [M] comparison on the page of Opus 5 for input and output, [R] for the cache.
  'claude-fable-5-2': { input: 8, output: 40, cacheWrite: 10, cacheRead: 0.2 },
  // [P]
  'claude-fable-5-1': FABLE_5_1,
  'claude-mythos-5-1': FABLE_5_1,
  'claude-fable-5': FABLE_5,
  'claude-mythos-5': FABLE_5,
  // [M]
  'claude-opus-5-5': { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.2 },
  // [P], [M]
  'claude-opus-5': OPUS_5,
  'claude-opus-4-8': OPUS_5,
  'claude-opus-4-7': OPUS_5,
  'claude-opus-4-6': OPUS_5,
  'claude-opus-4-5': OPUS_5,
  // [M] for input, output and writes; [R] for reads, which have cost half of before since 2026-10-07.
  'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1 },
  // [M]
  'claude-sonnet-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.2 },
  // [M] for input and output; the cache by the multipliers of [P], 1.25 and 0.1.
  'claude-sonnet-4-6': SONNET_4,
  'claude-sonnet-4-5': SONNET_4,
  // [M]; [R] for reads.
  'claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    cacheWrite: 0.125,
    cacheRead: 0.01,
    long: { over: 100_000, prices: { input: 0.5, output: 2.5, cacheWrite: 0.625, cacheRead: 0.05 } },
  },
  // [M] for input and output; the cache by the multipliers of [P].
  'claude-haiku-4-5': { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1 },
};

/** The price of a model, with or without the date of a snapshot in its id; undefined where none is known. */
export function priceOf(model: string): ModelPrice | undefined {
  const id = model.replace(/-\d{8}$/u, '');
  return Object.hasOwn(PRICES, id) ? PRICES[id] : undefined;
}
