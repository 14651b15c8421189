import type { KindSum } from '../../../shared/usage-day.js';
import { useWords } from '../../i18n/words-context.js';
import { classNames } from '../../ui/class-names.js';
import { SumCells, SumHeads } from './SumCells.js';
import styles from './UsageDialog.module.css';

/** What the requests were for; only worth a look where something else than chats took a part. */
export function KindTable({ sums }: { readonly sums: readonly KindSum[] }) {
  const { usage: words } = useWords();
  if (sums.every(({ kind }) => kind === 'chat')) return null;
  return (
    <section className={styles.part}>
      <table className={classNames(styles.table, styles.sums)}>
        <caption className={styles.caption}>{words.byKind}</caption>
        <thead>
          <tr>
            <th scope="col">{words.kind}</th>
            <SumHeads />
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.kind}>
              <th scope="row">{words.kinds[sum.kind]}</th>
              <SumCells sum={sum} />
            </tr>
          ))}
        </tbody>
      </table>
      {sums.some(({ kind }) => kind === 'broken') ? <p className={styles.hint}>{words.brokenHint}</p> : null}
    </section>
  );
}
