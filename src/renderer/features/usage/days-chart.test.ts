import { describe, expect, it } from 'vitest';
import type { KindSum, UsageDay } from '../../../shared/usage-day.js';
import { daysChart } from './days-chart.js';

const SIZE = { width: 300, costHeight: 100, tokensHeight: 50 };

const sum = (model: string, inputTokens: number, dollars?: number): KindSum => ({
  kind: 'chat',
  model,
  requests: 1,
  inputTokens,
  cacheReadTokens: 0,
  outputTokens: 0,
  ...(dollars === undefined ? {} : { dollars }),
});

const day = (date: number, ...sums: readonly KindSum[]): UsageDay => ({
  day: `2026-11-${String(date).padStart(2, '0')}`,
  sums,
});

/** The left edge, the ground, the top and the width of each bar of a path. */
const bars = (path: string | undefined) =>
  [...(path ?? '').matchAll(/M([\d.]+),([\d.]+)V([\d.]+)h([\d.]+)/gu)].map((found) => found.slice(1).map(Number));

describe('daysChart', () => {
  it('has a bar for each day on which something was asked, in its own strip', () => {
    const view = daysChart([day(1, sum('m', 100)), day(2), day(3, sum('m', 50))], SIZE);
    // Bars are no wider than 40 however few there are, and stand in the middle of 100.
    expect(bars(view.tokens.bars[0])).toEqual([
      [30, 50, 0, 40],
      [230, 50, 25, 40],
    ]);
    expect([-5, 99, 100, 299, 400].map(view.at)).toEqual([0, 0, 1, 2, 2]);
    expect(view.step(2)).toEqual({ x: 200, width: 100 });
  });

  it('stacks models, the most expensive at the ground, with scales of their own for cost and tokens', () => {
    const view = daysChart([day(1, sum('cheap', 300, 1), sum('dear', 100, 3))], SIZE);
    expect(view.series).toEqual([{ model: 'dear' }, { model: 'cheap' }]);
    expect(view.cost?.bars.map((path) => bars(path)[0]?.slice(1, 3))).toEqual([
      [100, 25],
      [25, 0],
    ]);
    expect(view.tokens.bars.map((path) => bars(path)[0]?.slice(1, 3))).toEqual([
      [50, 37.5],
      [37.5, 0],
    ]);
    expect(view.cost?.ticks.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4]);
  });

  it('shows no cost where no price is known, and none for a model without one', () => {
    expect(daysChart([day(1, sum('own', 5))], SIZE).cost).toBeUndefined();
    const view = daysChart([day(1, sum('known', 5, 1), sum('own', 5))], SIZE);
    expect(view.cost?.bars[1]).toBe('');
    expect(bars(view.tokens.bars[1])).toHaveLength(1);
  });

  it('gives four models a colour of their own where there are more than five, and puts the others together', () => {
    const models = ['a', 'b', 'c', 'd', 'e', 'f'].map((model, place) => sum(model, 100, 10 - place));
    expect(daysChart([day(1, ...models.slice(0, 5))], SIZE).series).toHaveLength(5);
    const view = daysChart([day(1, ...models)], SIZE);
    expect(view.series.map(({ model }) => model)).toEqual(['a', 'b', 'c', 'd', undefined]);
    const [, lower, upper] = bars(view.tokens.bars[4])[0] ?? [];
    expect((lower ?? 0) - (upper ?? 0)).toBeCloseTo(50 / 3, 1);
  });

  it('lets what is little be seen beside what is much', () => {
    const view = daysChart([day(1, sum('m', 1_000_000)), day(2, sum('m', 1))], SIZE);
    expect(bars(view.tokens.bars[0])[1]?.slice(1, 3)).toEqual([50, 49]);
  });

  it('names at most seven days, today among them', () => {
    for (const count of [7, 30]) {
      const days = Array.from({ length: count }, (_day, place) => day(place + 1, sum('m', 1)));
      const { labels } = daysChart(days, SIZE);
      expect(labels.length).toBeLessThanOrEqual(7);
      expect(labels.at(-1)?.day).toBe(days.at(-1)?.day);
    }
  });

  it('is empty, and not broken, without a request', () => {
    const view = daysChart([day(1), day(2)], SIZE);
    expect(view.series).toEqual([]);
    expect(JSON.stringify(view)).not.toMatch(/NaN|null/u);
  });
});
