import type { RequestUsage } from './request-usage.js';

/** How many days can be looked at. */
export const USAGE_SPANS = [7, 30, 90] as const;

/** What was paid for: answers and summaries in chats, requests that broke off in them, what servers asked a model. */
export const USAGE_KINDS = ['chat', 'broken', 'server'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** What some requests came to. */
export interface UsageSum {
  readonly requests: number;
  readonly inputTokens: number;
  /** Of the input. */
  readonly cacheReadTokens: number;
  readonly outputTokens: number;
  /** US dollars; absent where no model of them has a known price. */
  readonly dollars?: number;
}

/** What the requests to one model came to in some time. */
export interface ModelSum extends UsageSum {
  readonly model: string;
}

/** The same, of one kind. */
export interface KindSum extends ModelSum {
  readonly kind: UsageKind;
}

/** A day of the user's calendar, and what was asked of models on it, in all chats and for servers. */
export interface UsageDay {
  /** `2026-11-30` */
  readonly day: string;
  /** By model and kind; empty on a day without requests. */
  readonly sums: readonly KindSum[];
}

export function usageKindOf({ kind }: Pick<RequestUsage, 'kind'>): UsageKind {
  return kind === 'answer' || kind === 'summary' ? 'chat' : kind;
}
