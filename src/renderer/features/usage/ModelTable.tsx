import type { ModelSum } from '../../../shared/usage-day.js';
import { useWords } from '../../i18n/words-context.js';
import { SumTable } from './SumTable.js';
import { useModelName } from './use-model-name.js';

/** What each model came to. */
export function ModelTable({ sums }: { readonly sums: readonly ModelSum[] }) {
  const { usage: words } = useWords();
  const nameOf = useModelName();
  const rows = sums.map((sum) => ({ key: sum.model, name: nameOf(sum.model), sum }));
  return <SumTable caption={words.byModel} head={words.model} rows={rows} />;
}
