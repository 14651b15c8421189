import type { UsageDay } from '../../../shared/usage-day.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { dayText } from './day-text.js';
import { modelSums } from './model-sums.js';
import { SumCells, SumHeads } from './SumCells.js';
import { TableFold } from './TableFold.js';
import { useModelName } from './use-model-name.js';
import styles from './UsageDialog.module.css';

/** The picture in words: each day on which something was asked, the newest first. */
export function DaysTable({ days, byModel }: { readonly days: readonly UsageDay[]; readonly byModel: boolean }) {
  return (
    <TableFold>
      <Rows days={days} byModel={byModel} />
    </TableFold>
  );
}

/** A row for each day; where there are several models, for each of them on each day. */
export function Rows({ days, byModel }: { readonly days: readonly UsageDay[]; readonly byModel: boolean }) {
  const { usage: words } = useWords();
  const language = usePageLanguage();
  const nameOf = useModelName();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          {byModel ? (
            <th scope="col" className={styles.words}>
              {words.model}
            </th>
          ) : null}
          <SumHeads />
        </tr>
      </thead>
      <tbody>
        {days.toReversed().flatMap(({ day, sums }) =>
          modelSums([{ sums }]).map((sum) => (
            <tr key={`${day} ${sum.model}`}>
              <th scope="row">{dayText(day, language)}</th>
              {byModel ? <td className={styles.words}>{nameOf(sum.model)}</td> : null}
              <SumCells sum={sum} />
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
