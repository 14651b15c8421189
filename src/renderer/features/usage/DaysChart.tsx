import { useId, useMemo, useState, type PointerEvent } from 'react';
import type { UsageDay } from '../../../shared/usage-day.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { classNames } from '../../ui/class-names.js';
import { dayText } from './day-text.js';
import { daysChart, type DaysChartView, type DaysPart, type DaysSeries } from './days-chart.js';
import { DaysTable } from './DaysTable.js';
import { dollarsText } from './dollars-text.js';
import { totalOf } from './model-sums.js';
import { useModelName } from './use-model-name.js';
import chart from './UsageChart.module.css';
import styles from './DaysChart.module.css';

const LEFT = 46;
/** Room for half of the last name of a day. */
const RIGHT = 26;
const SIZE = { width: 568, costHeight: 120, tokensHeight: 90 };
const WIDTH = LEFT + SIZE.width + RIGHT;
const TOP = 20;
/** Between the ground of a part and that of its name, and of the days below. */
const BETWEEN = 36;
const DAYS = 22;

/** What all chats took on each day, as a picture, with the same as a table below. */
export function DaysChart({ days }: { readonly days: readonly UsageDay[] }) {
  const words = useWords();
  const name = useId();
  const [pointed, setPointed] = useState<number>();
  const view = useMemo(() => daysChart(days, SIZE), [days]);
  const shown = Math.min(pointed ?? days.length - 1, days.length - 1);
  const day = days[shown];
  if (day === undefined) return null;
  return (
    <figure className={chart.figure}>
      <figcaption className={chart.caption}>
        <span id={name}>{words.usage.chart}</span>
        {view.series.length > 1 ? <Legend series={view.series} /> : null}
      </figcaption>
      <Picture view={view} shown={shown} label={name} onPoint={setPointed} />
      <Readout day={day} />
      <DaysTable days={days} byModel={view.series.length > 1} />
    </figure>
  );
}

interface PictureProps {
  readonly view: DaysChartView;
  /** The day that is told about below. */
  readonly shown: number;
  /** The id of what names it. */
  readonly label: string;
  readonly onPoint: (place: number | undefined) => void;
}

function Picture({ view, shown, label, onPoint }: PictureProps) {
  const { usage: words } = useWords();
  const language = usePageLanguage();
  const tokensAt = view.cost === undefined ? TOP : TOP + SIZE.costHeight + BETWEEN;
  const bottom = tokensAt + SIZE.tokensHeight;
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    onPoint(view.at(((event.clientX - box.left) / box.width) * WIDTH - LEFT));
  };
  const mark = view.step(shown);
  const compact = (value: number): string =>
    value.toLocaleString(language, { notation: 'compact', maximumSignificantDigits: 3 });
  return (
    <svg
      className={chart.chart}
      viewBox={`0 0 ${WIDTH} ${bottom + DAYS}`}
      role="img"
      aria-labelledby={label}
      onPointerMove={point}
      onPointerLeave={() => onPoint(undefined)}
    >
      <rect className={chart.mark} x={LEFT + mark.x} y={TOP} width={mark.width} height={bottom - TOP} />
      {view.cost === undefined ? null : (
        <Part part={view.cost} name={words.cost} y={TOP} tick={costTick(view.cost, compact)} />
      )}
      <Part part={view.tokens} name={words.tokens} y={tokensAt} tick={compact} />
      {view.labels.map(({ x, day }) => (
        <text key={day} className={classNames(chart.name, styles.day)} x={LEFT + x} y={bottom + 16}>
          {dayText(day, language, 'short')}
        </text>
      ))}
    </svg>
  );
}

/** `$0.50` beside `$1.00`, but `$5` beside `$10`. */
function costTick({ ticks }: DaysPart, whole: (dollars: number) => string): (dollars: number) => string {
  const cents = ticks.some(({ value }) => !Number.isInteger(value));
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
  return (dollars) => `$${cents ? dollars.toLocaleString('en', digits) : whole(dollars)}`;
}

interface PartProps {
  readonly part: DaysPart;
  readonly name: string;
  /** Its upper edge. */
  readonly y: number;
  readonly tick: (value: number) => string;
}

function Part({ part, name, y, tick }: PartProps) {
  return (
    <>
      <text className={chart.name} x={0} y={y - 9}>
        {name}
      </text>
      <g transform={`translate(${LEFT} ${y})`}>
        {part.ticks.map(({ y: at, value }) => (
          <g key={value}>
            <line className={chart.grid} x1={0} x2={SIZE.width} y1={at} y2={at} />
            <text className={chart.tick} x={-8} y={at + 3.5}>
              {tick(value)}
            </text>
          </g>
        ))}
        {part.bars.map((path, place) => (
          <path key={place} className={styles.bars} data-series={place} d={path} />
        ))}
      </g>
    </>
  );
}

function Legend({ series }: { readonly series: readonly DaysSeries[] }) {
  const { usage: words } = useWords();
  const nameOf = useModelName();
  return (
    <span className={chart.legend}>
      {series.map(({ model }, place) => (
        <span key={model ?? ''} className={classNames(chart.key, styles.key)} data-series={place}>
          {model === undefined ? words.others : nameOf(model)}
        </span>
      ))}
    </span>
  );
}

/** The day under the pointer, else today. */
function Readout({ day: { day, sums } }: { readonly day: UsageDay }) {
  const { usage: words } = useWords();
  const language = usePageLanguage();
  const total = totalOf(sums);
  const name = dayText(day, language);
  if (sums.length === 0) return <p className={chart.readout}>{words.nothingOn(name)}</p>;
  return (
    <p className={chart.readout}>
      {words.readout(name, total.inputTokens.toLocaleString(language), total.outputTokens.toLocaleString(language))}
      {total.dollars === undefined ? null : ` · ${dollarsText(total.dollars)}`}
    </p>
  );
}
