import type { ModelSum } from '../../../shared/usage-day.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { dollarsText } from './dollars-text.js';
import { useModelName } from './use-model-name.js';
import styles from './UsageDialog.module.css';

/** What each model came to. */
export function ModelTable({ sums }: { readonly sums: readonly ModelSum[] }) {
  const { budget, usage: words } = useWords();
  const nameOf = useModelName();
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{words.byModel}</caption>
      <thead>
        <tr>
          <th scope="col">{words.model}</th>
          <th scope="col">{budget.requests}</th>
          <th scope="col">{budget.read}</th>
          <th scope="col">{budget.cached}</th>
          <th scope="col">{budget.written}</th>
          <th scope="col">{budget.costColumn}</th>
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

/** The numbers of a row. */
export function SumCells({ sum }: { readonly sum: ModelSum }) {
  const language = usePageLanguage();
  return (
    <>
      <td>{sum.requests.toLocaleString(language)}</td>
      <td>{sum.inputTokens.toLocaleString(language)}</td>
      <td>{sum.cacheReadTokens.toLocaleString(language)}</td>
      <td>{sum.outputTokens.toLocaleString(language)}</td>
      <td>{sum.dollars === undefined ? '—' : dollarsText(sum.dollars)}</td>
    </>
  );
}
