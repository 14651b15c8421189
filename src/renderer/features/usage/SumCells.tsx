import type { UsageSum } from '../../../shared/usage-day.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { dollarsText } from './dollars-text.js';

/** The heads of the numbers of a row. */
export function SumHeads() {
  const { budget } = useWords();
  return (
    <>
      <th scope="col">{budget.requests}</th>
      <th scope="col">{budget.read}</th>
      <th scope="col">{budget.cached}</th>
      <th scope="col">{budget.written}</th>
      <th scope="col">{budget.costColumn}</th>
    </>
  );
}

/** The numbers of a row. */
export function SumCells({ sum }: { readonly sum: UsageSum }) {
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
