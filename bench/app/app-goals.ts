/** One line of the table. */
export interface AppMeasure {
  readonly name: string;
  readonly ours: number;
  readonly unit: string;
  /** The bare window's. */
  readonly bare?: number;
  /** At most; absent where the line only informs. */
  readonly goal?: number;
  /** What the goal is held against, where it is not `ours`: a ratio or a difference. */
  readonly against?: { readonly name: string; readonly value: number };
}

/** What the goal is held against. */
function measured({ ours, against }: AppMeasure): number {
  return against?.value ?? ours;
}

/** Undefined where there is no goal. A figure that could not be taken misses it. */
export function isMet(measure: AppMeasure): boolean | undefined {
  return measure.goal === undefined ? undefined : measured(measure) <= measure.goal;
}

/** The table, in Markdown. `remark`: a sentence about the machine. */
export function appTable(measures: readonly AppMeasure[], remark: string): string {
  const rows = measures.map((measure) => {
    const { name, ours, unit, bare, goal, against } = measure;
    const held = against === undefined ? '' : `${against.name} ${figure(against.value)}`;
    const verdict = goal === undefined ? '' : `≤ ${goal} ${isMet(measure) === true ? '✓' : '✗'}`;
    return `| ${name} | ${figure(ours)} ${unit} | ${bare === undefined ? '' : `${figure(bare)} ${unit}`} | ${held} | ${verdict} |`;
  });
  return ['| | Gatehouse | bare window | | goal |', '| --- | ---: | ---: | ---: | --- |', ...rows, '', remark, ''].join(
    '\n',
  );
}

function figure(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
