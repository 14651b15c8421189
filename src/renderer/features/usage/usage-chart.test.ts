import { describe, expect, it } from 'vitest';
import type { RequestUsage } from '../../../shared/request-usage.js';
import { usageChart } from './usage-chart.js';

const SIZE = { width: 300, readHeight: 100, writtenHeight: 50 };
const request = (inputTokens: number, cacheReadTokens: number, outputTokens: number): RequestUsage => ({
  id: String(inputTokens),
  kind: 'answer',
  at: 1,
  model: 'm',
  usage: { inputTokens, cacheReadTokens, outputTokens },
});

/** The corners of a path, as [x, y]. */
const corners = (path: string) =>
  [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/gu)].map(([, x, y]) => [Number(x), Number(y)]);

describe('usageChart', () => {
  const view = usageChart([request(1000, 0, 10), request(2000, 1000, 20), request(500, 500, 5)], SIZE);

  it('draws each request as a step of the same width, up to the end', () => {
    const xs = new Set(corners(view.fresh).map(([x]) => x));
    expect([...xs].toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([0, 100, 200, 300]);
    expect(view.step(1)).toEqual({ x: 100, width: 100 });
  });

  it('stacks what was read anew on what came from the cache', () => {
    const at = (path: string, x: number) => corners(path).filter(([left]) => left === x);
    // The second request: 1,000 from the cache, 2,000 in all, of a scale that ends at 2,000.
    expect(at(view.cached, 200)).toContainEqual([200, 50]);
    expect(at(view.fresh, 200)).toContainEqual([200, 0]);
    expect(at(view.fresh, 200)).toContainEqual([200, 50]);
  });

  it('gives what was written a scale of its own, and lines with whole numbers', () => {
    expect(corners(view.written)).toContainEqual([200, 0]);
    expect(view.readTicks.map(({ tokens }) => tokens)).toEqual([0, 500, 1000, 1500, 2000]);
    expect(view.readTicks.at(-1)?.y).toBe(0);
    for (const { tokens } of view.writtenTicks) expect(Number.isInteger(tokens)).toBe(true);
  });

  it('finds the request under the pointer, and the nearest beside the picture', () => {
    expect([-20, 0, 99, 100, 299, 900].map(view.at)).toEqual([0, 0, 0, 1, 2, 2]);
  });

  it('is empty, and not broken, without a request', () => {
    const none = usageChart([], SIZE);
    expect([none.cached, none.fresh, none.written]).toEqual(['', '', '']);
    expect(JSON.stringify(usageChart([request(0, 0, 0)], SIZE))).not.toContain('NaN');
  });
});
