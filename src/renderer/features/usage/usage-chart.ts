import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter } from 'd3-shape';
import type { RequestUsage } from '../../../shared/request-usage.js';
import { TICKS, upwards, type Upwards } from './upward-scale.js';

/** Where things stand, in the units of the picture. */
export interface ChartSize {
  readonly width: number;
  /** Of the upper part, which shows what was read. */
  readonly readHeight: number;
  /** Of the lower part, which shows what was written: far less, so it has a scale of its own. */
  readonly writtenHeight: number;
}

/** A line across a part, and the tokens that it stands for. */
export interface ChartTick {
  readonly y: number;
  readonly tokens: number;
}

/** The usage of a chat, request by request, as paths of an SVG. Each request is a step of the same width. */
export interface UsageChartView {
  /** What was read from the cache, from the ground up. */
  readonly cached: string;
  /** What was read anew, on top of it. */
  readonly fresh: string;
  readonly written: string;
  readonly readTicks: readonly ChartTick[];
  readonly writtenTicks: readonly ChartTick[];
  /** The place of a request in the list, at so far from the left. */
  readonly at: (x: number) => number;
  /** Where a request begins, and how wide its step is. */
  readonly step: (place: number) => { readonly x: number; readonly width: number };
}

export function usageChart(
  requests: readonly RequestUsage[],
  { width, readHeight, writtenHeight }: ChartSize,
): UsageChartView {
  const count = Math.max(1, requests.length);
  const x = scaleLinear([0, count], [0, width]);
  const read = upwards(Math.max(...requests.map(({ usage }) => usage.inputTokens), 1), readHeight);
  const written = upwards(Math.max(...requests.map(({ usage }) => usage.outputTokens), 1), writtenHeight);
  // A step ends where the next begins, so the last one needs an end of its own.
  const last = requests.at(-1);
  const points = last === undefined ? [] : [...requests, last];
  const path = (
    scale: Upwards,
    from: (request: RequestUsage) => number,
    to: (request: RequestUsage) => number,
  ): string =>
    area<RequestUsage>()
      .x((_request, place) => x(place))
      .y0((request) => scale(from(request)))
      .y1((request) => scale(to(request)))
      .curve(curveStepAfter)
      .digits(2)(points) ?? '';
  return {
    cached: path(read, () => 0, cachedOf),
    fresh: path(read, cachedOf, ({ usage }) => usage.inputTokens),
    written: path(
      written,
      () => 0,
      ({ usage }) => usage.outputTokens,
    ),
    readTicks: ticksOf(read),
    writtenTicks: ticksOf(written),
    at: (place) => Math.min(count - 1, Math.max(0, Math.floor(x.invert(place)))),
    step: (place) => ({ x: x(place), width: x(1) }),
  };
}

function ticksOf(scale: Upwards): readonly ChartTick[] {
  return scale
    .ticks(TICKS)
    .filter((tokens) => Number.isInteger(tokens))
    .map((tokens) => ({ y: scale(tokens), tokens }));
}

export function cachedOf({ usage }: RequestUsage): number {
  return Math.min(usage.inputTokens, usage.cacheReadTokens ?? 0);
}
