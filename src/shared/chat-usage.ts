import type { RequestUsage } from './request-usage.js';
import { costOf } from './usage-cost.js';

/** What the requests of a chat came to. */
export interface ChatUsage {
  readonly requests: number;
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  /** US dollars, of the requests whose model has a known price; undefined where none has. */
  readonly dollars: number | undefined;
  /** Of them, for what was read. */
  readonly readDollars: number | undefined;
  /** Requests whose model has no known price. */
  readonly unpriced: number;
  /** The largest first. */
  readonly servers: readonly ServerUsage[];
}

/** About what the tools of a server account for: their definitions and results, with each request that held them. */
export interface ServerUsage {
  readonly serverName: string;
  readonly tokens: number;
  /** US dollars: its part of what reading cost; undefined where no price is known. */
  readonly dollars: number | undefined;
}

export function chatUsage(requests: readonly RequestUsage[]): ChatUsage {
  const servers = new Map<string, { tokens: number; dollars: number | undefined }>();
  const all = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0, unpriced: 0 };
  let dollars: number | undefined;
  let readDollars: number | undefined;
  for (const { model, usage, shares } of requests) {
    all.inputTokens += usage.inputTokens;
    all.outputTokens += usage.outputTokens;
    all.cacheReadTokens += usage.cacheReadTokens ?? 0;
    all.cacheWriteTokens += usage.cacheWriteTokens ?? 0;
    const cost = costOf(model, usage);
    if (cost === undefined) all.unpriced += 1;
    else {
      dollars = (dollars ?? 0) + cost.input + cost.output;
      readDollars = (readDollars ?? 0) + cost.input;
    }
    for (const { serverName, tokens } of shares?.servers ?? []) {
      // Its part of the estimate is its part of what was counted.
      const part = tokens / Math.max(1, shares?.total ?? 0);
      const before = servers.get(serverName) ?? { tokens: 0, dollars: undefined };
      servers.set(serverName, {
        tokens: before.tokens + part * usage.inputTokens,
        dollars: cost === undefined ? before.dollars : (before.dollars ?? 0) + part * cost.input,
      });
    }
  }
  const byServer = [...servers].map(([serverName, { tokens, dollars: of }]) => ({
    serverName,
    tokens: Math.round(tokens),
    dollars: of,
  }));
  return {
    requests: requests.length,
    ...all,
    dollars,
    readDollars,
    servers: byServer.toSorted((left, right) => right.tokens - left.tokens),
  };
}
