import { describe, expect, it } from 'vitest';
import { chatUsage } from './chat-usage.js';
import type { ModelUsage } from './conversation.js';
import { priceOf } from './model-prices.js';
import type { RequestUsage } from './request-usage.js';
import { costOf, dollarsOf } from './usage-cost.js';

const request = (id: string, model: string, usage: ModelUsage, more: Partial<RequestUsage> = {}): RequestUsage => ({
  id,
  kind: 'answer',
  at: 1,
  model,
  usage,
  ...more,
});

describe('the price of a model', () => {
  it('is known by its id, with or without the date of a snapshot, and for no other', () => {
    expect(priceOf('claude-haiku-4-5')).toEqual(priceOf('claude-haiku-4-5-20251001'));
    expect(priceOf('claude-opus-5')).toMatchObject({ input: 5, output: 25 });
    for (const id of ['claude-opus-5x', 'claude-opus', 'gpt-9', 'gatehouse-practice', '', 'constructor']) {
      expect(priceOf(id)).toBeUndefined();
    }
  });
});

describe('the cost of a request', () => {
  it('counts what was read anew, from the cache and into it at their own prices', () => {
    const usage = { inputTokens: 1_000_000, cacheReadTokens: 600_000, cacheWriteTokens: 100_000, outputTokens: 10_000 };
    // 300,000 at 5, 600,000 at 0.5, 100,000 at 6.25; 10,000 at 25.
    expect(costOf('claude-opus-5', usage)?.input).toBeCloseTo(1.5 + 0.3 + 0.625, 10);
    expect(costOf('claude-opus-5', usage)?.output).toBeCloseTo(0.25, 10);
    expect(dollarsOf('claude-opus-5', usage)).toBeCloseTo(2.675, 10);
  });

  it('is another for the whole of a long request where the model is priced so', () => {
    const at = (inputTokens: number) => dollarsOf('claude-haiku-5-5', { inputTokens, outputTokens: 1000 });
    expect(at(100_000)).toBeCloseTo(0.0105, 10);
    expect(at(100_001)).toBeCloseTo(0.0525005, 10);
  });

  it('is not guessed', () => {
    expect(dollarsOf('local-llama', { inputTokens: 1, outputTokens: 1 })).toBeUndefined();
  });
});

describe('the usage of a chat', () => {
  it('adds up its requests, summaries with them, and says which had no price', () => {
    const usage = chatUsage([
      request('a', 'claude-opus-5', { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 400 }),
      request('s', 'claude-opus-5', { inputTokens: 2000, outputTokens: 200 }, { kind: 'summary' }),
      request('b', 'local-llama', { inputTokens: 500, outputTokens: 50 }),
    ]);
    expect(usage).toMatchObject({
      requests: 3,
      inputTokens: 3500,
      cacheReadTokens: 400,
      outputTokens: 350,
      unpriced: 1,
    });
    expect(usage.dollars).toBeCloseTo((600 * 5 + 400 * 0.5 + 2000 * 5 + 300 * 25) / 1e6, 10);
    expect(chatUsage([]).dollars).toBeUndefined();
  });

  it('gives each server its part of what was read, the largest first', () => {
    const shares = { total: 500, servers: [{ serverName: 'notes', tokens: 50 }] };
    const more = {
      total: 1000,
      servers: [
        { serverName: 'notes', tokens: 100 },
        { serverName: 'docs', tokens: 500 },
      ],
    };
    const { servers } = chatUsage([
      request('a', 'claude-opus-5', { inputTokens: 1000, outputTokens: 100 }, { shares }),
      request('b', 'claude-opus-5', { inputTokens: 2000, outputTokens: 100 }, { shares: more }),
    ]);
    expect(servers.map(({ serverName, tokens }) => [serverName, tokens])).toEqual([
      ['docs', 1000],
      ['notes', 300],
    ]);
    expect(servers[0]?.dollars).toBeCloseTo(0.005, 10);
  });
});
