import { useMemo } from 'react';
import { PRICES_AS_OF } from '../../../shared/model-prices.js';
import type { UsageDay } from '../../../shared/usage-day.js';
import { useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { DaysChart } from './DaysChart.js';
import { KindTable } from './KindTable.js';
import { kindSums, modelSums, totalOf } from './model-sums.js';
import { ModelTable } from './ModelTable.js';
import { UsageFacts } from './UsageFacts.js';
import styles from './UsagePage.module.css';

/** The days that main gave: totals, the picture, and each model where there were several. */
export function UsageDays({ days }: { readonly days: readonly UsageDay[] }) {
  const { usage: words } = useWords();
  const store = usePageStore();
  const sums = useMemo(() => modelSums(days), [days]);
  const kinds = useMemo(() => kindSums(days), [days]);
  if (sums.length === 0) {
    return (
      <EmptyState title={words.empty(days.length)} text={words.emptyText}>
        <Button
          onClick={() => {
            store.go({ page: 'chat' });
            store.focusComposer();
          }}
        >
          {words.startChat}
        </Button>
      </EmptyState>
    );
  }
  const total = totalOf(days.flatMap((day) => day.sums));
  return (
    <>
      <section className={styles.part} aria-label={words.totals(days.length)}>
        <UsageFacts usage={total} />
      </section>
      <DaysChart days={days} />
      {sums.length > 1 ? <ModelTable sums={sums} /> : null}
      <KindTable sums={kinds} />
      <p className={styles.hint}>{total.dollars === undefined ? words.notCounted : words.prices(PRICES_AS_OF)}</p>
    </>
  );
}
