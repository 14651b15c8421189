import type { ModelSum } from '../../../shared/usage-day.js';
import { useWords } from '../../i18n/words-context.js';
import { classNames } from '../../ui/class-names.js';
import { SumCells, SumHeads } from './SumCells.js';
import { useModelName } from './use-model-name.js';
import styles from './UsageDialog.module.css';

/** What each model came to. */
export function ModelTable({ sums }: { readonly sums: readonly ModelSum[] }) {
  const { usage: words } = useWords();
  const nameOf = useModelName();
  return (
    <table className={classNames(styles.table, styles.sums)}>
      <caption className={styles.caption}>{words.byModel}</caption>
      <thead>
        <tr>
          <th scope="col">{words.model}</th>
          <SumHeads />
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.model}>
            <th scope="row">{nameOf(sum.model)}</th>
            <SumCells sum={sum} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
