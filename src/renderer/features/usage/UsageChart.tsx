import { useId, useMemo, useState, type PointerEvent } from 'react';
import type { RequestUsage } from '../../../shared/request-usage.js';
import { useWords, usePageLanguage } from '../../i18n/words-context.js';
import { RequestTable } from './RequestTable.js';
import { timeText } from './time-text.js';
import { cachedOf, usageChart, type ChartTick, type UsageChartView } from './usage-chart.js';
import styles from './UsageChart.module.css';

const LEFT = 46;
const SIZE = { width: 500, readHeight: 130, writtenHeight: 46 };
const TOP = 20;
const WRITTEN_AT = TOP + SIZE.readHeight + 36;
const BOTTOM = 8;
const HEIGHT = WRITTEN_AT + SIZE.writtenHeight + BOTTOM;

/** What each request of a chat read and wrote, as a picture, with the same as a table below. */
export function UsageChart({ requests }: { readonly requests: readonly RequestUsage[] }) {
  const words = useWords();
  const name = useId();
  const [pointed, setPointed] = useState<number>();
  const view = useMemo(() => usageChart(requests, SIZE), [requests]);
  const shown = Math.min(pointed ?? requests.length - 1, requests.length - 1);
  const request = requests[shown];
  if (request === undefined) return null;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span id={name}>{words.budget.chart}</span>
        <Legend />
      </figcaption>
      <Picture view={view} shown={shown} label={name} onPoint={setPointed} />
      <Readout request={request} place={shown} />
      <RequestTable requests={requests} />
    </figure>
  );
}

interface PictureProps {
  readonly view: UsageChartView;
  /** The request that is told about below. */
  readonly shown: number;
  /** The id of what names it. */
  readonly label: string;
  readonly onPoint: (place: number | undefined) => void;
}

function Picture({ view, shown, label, onPoint }: PictureProps) {
  const words = useWords();
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    onPoint(view.at(((event.clientX - box.left) / box.width) * (LEFT + SIZE.width) - LEFT));
  };
  const mark = view.step(shown);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${LEFT + SIZE.width} ${HEIGHT}`}
      role="img"
      aria-labelledby={label}
      onPointerMove={point}
      onPointerLeave={() => onPoint(undefined)}
    >
      <rect className={styles.mark} x={LEFT + mark.x} y={TOP} width={mark.width} height={HEIGHT - TOP - BOTTOM} />
      <text className={styles.name} x={0} y={11}>
        {words.budget.chartRead}
      </text>
      <g transform={`translate(${LEFT} ${TOP})`}>
        <Grid ticks={view.readTicks} />
        <path className={styles.cached} d={view.cached} />
        <path className={styles.fresh} d={view.fresh} />
      </g>
      <text className={styles.name} x={0} y={WRITTEN_AT - 9}>
        {words.budget.chartWritten}
      </text>
      <g transform={`translate(${LEFT} ${WRITTEN_AT})`}>
        <Grid ticks={view.writtenTicks} />
        <path className={styles.written} d={view.written} />
      </g>
    </svg>
  );
}

function Grid({ ticks }: { readonly ticks: readonly ChartTick[] }) {
  const language = usePageLanguage();
  return ticks.map(({ y, tokens }) => (
    <g key={tokens}>
      <line className={styles.grid} x1={0} x2={SIZE.width} y1={y} y2={y} />
      <text className={styles.tick} x={-8} y={y + 3.5}>
        {tokens.toLocaleString(language, { notation: 'compact' })}
      </text>
    </g>
  ));
}

function Legend() {
  const words = useWords();
  return (
    <span className={styles.legend}>
      <span className={styles.key} data-kind="cached">
        {words.budget.legendCached}
      </span>
      <span className={styles.key} data-kind="fresh">
        {words.budget.legendNew}
      </span>
      <span className={styles.key} data-kind="written">
        {words.budget.legendWritten}
      </span>
    </span>
  );
}

function Readout({ request, place }: { readonly request: RequestUsage; readonly place: number }) {
  const words = useWords();
  const language = usePageLanguage();
  const { inputTokens, outputTokens } = request.usage;
  return (
    <p className={styles.readout}>
      {words.budget.readout(
        String(place + 1),
        timeText(request.at, language),
        inputTokens.toLocaleString('en'),
        cachedOf(request).toLocaleString('en'),
        outputTokens.toLocaleString('en'),
      )}
    </p>
  );
}
