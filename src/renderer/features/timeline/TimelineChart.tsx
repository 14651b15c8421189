import { scaleLinear } from 'd3-scale';
import { assertNever } from '../../../shared/assert-never.js';
import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import { useWords } from '../../i18n/words-context.js';
import { classNames } from '../../ui/class-names.js';
import { formatDuration, formatElapsed } from '../../ui/durations.js';
import { spanName } from './span-name.js';
import { type TimelineRow, timelineRows } from './timeline-rows.js';
import type { TurnSpan, TurnSpans } from './turn-spans.js';
import styles from './Timeline.module.css';

const WIDTH = 384;
const NAMES = 116;
const ROW = 22;
const BAR = 10;
const AXIS = 20;
/** Room for half of the last label. */
const END = 24;
/** What took no time to speak of is still to be seen. */
const THINNEST = 2;
/** Characters of a name that fit. */
const LONGEST_NAME = 17;

/** The turn as bars over time. Each bar says its name and its time when the pointer rests on it. */
export function TimelineChart({ turn, label }: { readonly turn: TurnSpans; readonly label: string }) {
  const words = useWords();
  const rows = timelineRows(turn);
  const bottom = rows.length * ROW;
  const scale = scaleLinear([0, turn.to - turn.from], [NAMES, WIDTH - END]);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${bottom + AXIS}`}
      width={WIDTH}
      height={bottom + AXIS}
      role="img"
      aria-label={label}
    >
      {scale.ticks(4).map((tick) => (
        <g key={tick}>
          <line className={styles.tick} x1={scale(tick)} x2={scale(tick)} y1={0} y2={bottom} />
          <text className={styles.axis} x={scale(tick)} y={bottom + 14} textAnchor="middle">
            {tickText(tick, words)}
          </text>
        </g>
      ))}
      {rows.map((row, at) => (
        <g key={at} transform={`translate(0 ${at * ROW})`}>
          <text className={styles.name} x={0} y={ROW / 2} dominantBaseline="central">
            {shortened(rowName(row, words))}
          </text>
          {row.spans.map((span, place) => (
            <Bar key={place} span={span} at={(time) => scale(time - turn.from)} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Bar({ span, at }: { readonly span: TurnSpan; readonly at: (time: number) => number }) {
  const words = useWords();
  const { from, to, began } = span;
  const width = Math.max(THINNEST, at(to) - at(from));
  return (
    <g>
      <title>{`${spanName(span, words)} · ${formatDuration(to - from, words.time)}`}</title>
      <rect
        className={classNames(styles.bar, styles[lookOf(span)])}
        x={at(from)}
        y={(ROW - BAR) / 2}
        width={width}
        height={BAR}
        rx={2}
      />
      {began === undefined ? null : (
        <rect
          className={styles.waited}
          x={at(from)}
          y={(ROW - BAR) / 2}
          width={Math.max(0, at(began) - at(from))}
          height={BAR}
          rx={2}
        />
      )}
    </g>
  );
}

/** Whole seconds are said without a fraction. */
function tickText(tick: number, words: Words): string {
  if (tick === 0) return '0';
  return tick % 1000 === 0 ? formatElapsed(tick, words.time) : formatDuration(tick, words.time);
}

function lookOf({ kind, call }: TurnSpan): 'model' | 'you' | 'tool' | 'failed' | 'stopped' {
  if (kind !== 'tool') return kind;
  if (call?.result?.stopped !== undefined) return 'stopped';
  return call?.result?.isError === true ? 'failed' : 'tool';
}

function rowName(row: TimelineRow, words: Words): string {
  switch (row.kind) {
    case 'model':
      return words.timeline.model;
    case 'you':
      return words.timeline.you;
    case 'tool':
      return visibleText(row.call.tool ?? row.call.wireName);
    case 'more':
      return words.timeline.more(row.calls);
    default:
      return assertNever(row);
  }
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…` : name;
}
