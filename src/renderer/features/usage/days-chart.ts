import { scaleBand } from 'd3-scale';
import { stack } from 'd3-shape';
import type { ModelSum, UsageDay } from '../../../shared/usage-day.js';
import { modelSums, tokensOf } from './model-sums.js';
import { TICKS, upwards } from './upward-scale.js';

/** Where things stand, in the units of the picture. */
export interface DaysChartSize {
  readonly width: number;
  readonly costHeight: number;
  readonly tokensHeight: number;
}

/** One colour of the picture: a model, or all that have none of their own. */
export interface DaysSeries {
  /** Undefined: the rest. */
  readonly model: string | undefined;
}

/** A part of the picture: for each series one path of bars, stacked, and the lines across. */
export interface DaysPart {
  readonly bars: readonly string[];
  readonly ticks: readonly { readonly y: number; readonly value: number }[];
}

/** Days as bars side by side, by model. */
export interface DaysChartView {
  readonly series: readonly DaysSeries[];
  /** Undefined where no price is known. */
  readonly cost: DaysPart | undefined;
  readonly tokens: DaysPart;
  /** The days that are named below, and the middle of each. */
  readonly labels: readonly { readonly x: number; readonly day: string }[];
  /** The place of a day in the list, at so far from the left. */
  readonly at: (x: number) => number;
  /** Where the strip of a day begins, and how wide it is. */
  readonly step: (place: number) => { readonly x: number; readonly width: number };
}

/** So many models have a colour of their own, where there are more. */
const OWN_COLOUR = 4;
const WIDEST_BAR = 40;
const GAP = 0.3;
/** What is little is still to be seen. */
const LOWEST_BAR = 1;
/** So many days are named. */
const LABELS = 7;

export function daysChart(days: readonly UsageDay[], size: DaysChartSize): DaysChartView {
  const band = scaleBand(days.keys(), [0, size.width])
    .paddingInner(GAP)
    .paddingOuter(GAP / 2);
  const step = size.width / Math.max(1, days.length);
  const sums = modelSums(days);
  const series = seriesOf(sums);
  const bar = Math.min(WIDEST_BAR, band.bandwidth());
  const part = (height: number, amount: (sum: ModelSum) => number): DaysPart => {
    const rows = days.map((day) => series.map((item) => amountOf(item, series, day.sums, amount)));
    const scale = upwards(Math.max(...rows.map((row) => row.reduce((all, one) => all + one, 0))) || 1, height);
    const stacked = stack<unknown, readonly number[], number>()
      .keys(series.keys())
      .value((row, key) => row[key] ?? 0)(rows);
    return {
      bars: stacked.map((layer) =>
        layer
          .map(([from, to], place) => {
            const x = (place + 0.5) * step - bar / 2;
            return to > from ? barPath(x, bar, scale(from), scale(to)) : '';
          })
          .join(''),
      ),
      ticks: scale.ticks(TICKS).map((value) => ({ y: scale(value), value })),
    };
  };
  const every = Math.max(1, Math.ceil(days.length / LABELS));
  return {
    series,
    cost: sums.every(({ dollars }) => dollars === undefined)
      ? undefined
      : part(size.costHeight, ({ dollars }) => dollars ?? 0),
    tokens: part(size.tokensHeight, tokensOf),
    // Counted from today, so that it is one of them.
    labels: days.flatMap(({ day }, place) =>
      (days.length - 1 - place) % every === 0 ? [{ day, x: (place + 0.5) * step }] : [],
    ),
    at: (x) => Math.min(days.length - 1, Math.max(0, Math.floor(x / step))),
    step: (place) => ({ x: place * step, width: step }),
  };
}

function seriesOf(sums: readonly ModelSum[]): readonly DaysSeries[] {
  if (sums.length <= OWN_COLOUR + 1) return sums.map(({ model }) => ({ model }));
  return [...sums.slice(0, OWN_COLOUR).map(({ model }) => ({ model })), { model: undefined }];
}

function amountOf(
  { model }: DaysSeries,
  series: readonly DaysSeries[],
  models: readonly ModelSum[],
  amount: (sum: ModelSum) => number,
): number {
  const own = models.filter((sum) =>
    model === undefined ? !series.some((item) => item.model === sum.model) : sum.model === model,
  );
  return own.reduce((all, sum) => all + amount(sum), 0);
}

/** A bar from the lower to the upper edge. */
function barPath(x: number, width: number, lower: number, upper: number): string {
  const top = Math.min(upper, lower - LOWEST_BAR);
  return `M${round(x)},${round(lower)}V${round(top)}h${round(width)}V${round(lower)}z`;
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}
