import type { UsageSum } from '../../../shared/usage-day.js';
import { classNames } from '../../ui/class-names.js';
import { SumCells, SumHeads } from './SumCells.js';
import styles from './UsageDialog.module.css';

interface SumTableProps {
  readonly caption: string;
  /** What the rows are named by. */
  readonly head: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly sum: UsageSum }[];
}

/** A row of numbers for each of something. */
export function SumTable({ caption, head, rows }: SumTableProps) {
  return (
    <table className={classNames(styles.table, styles.sums)}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <SumHeads />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, sum }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <SumCells sum={sum} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
