/** How many days can be looked at. */
export const USAGE_SPANS = [7, 30, 90] as const;

/** What the requests to one model came to in some time. */
export interface ModelSum {
  readonly model: string;
  readonly requests: number;
  readonly inputTokens: number;
  /** Of the input. */
  readonly cacheReadTokens: number;
  readonly outputTokens: number;
  /** US dollars; absent where the model has no known price. */
  readonly dollars?: number;
}

/** A day of the user's calendar, and what was asked of models on it in all chats. */
export interface UsageDay {
  /** `2026-11-30` */
  readonly day: string;
  /** Those that were asked; empty on a day without requests. */
  readonly models: readonly ModelSum[];
}
