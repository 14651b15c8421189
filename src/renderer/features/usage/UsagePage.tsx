import { lazy, Suspense, useState } from 'react';
import { USAGE_SPANS } from '../../../shared/usage-day.js';
import { useWords } from '../../i18n/words-context.js';
import { Choice } from '../../ui/Choice.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { PageBar } from '../../ui/PageBar.js';
import { Spinner } from '../../ui/Spinner.js';
import { useUsageDays } from './use-usage-days.js';
import styles from './UsagePage.module.css';

/** The chart and its library are read when they are asked for: the start of the app need not wait for them. */
const UsageDays = lazy(async () => ({ default: (await import('./UsageDays.js')).UsageDays }));

const FIRST_SPAN = 30;

/** What the models read, wrote and cost in all chats, day by day. */
export function UsagePage() {
  const { usage: words, app } = useWords();
  const [span, setSpan] = useState<(typeof USAGE_SPANS)[number]>(FIRST_SPAN);
  const { days, slow, error } = useUsageDays(span);
  return (
    <>
      <PageBar title={words.title}>
        {slow ? (
          <span className={styles.waits} role="status">
            <Spinner /> {app.working}
          </span>
        ) : null}
      </PageBar>
      <div className={styles.scroll}>
        <div className={styles.column}>
          <p className={styles.hint}>{words.intro}</p>
          <Choice
            label={words.span}
            value={String(span)}
            options={USAGE_SPANS.map((count) => ({ value: String(count), label: words.spans[count] }))}
            onChange={(value) => setSpan(USAGE_SPANS.find((count) => String(count) === value) ?? FIRST_SPAN)}
          />
          <ErrorNote message={error} />
          <Suspense fallback={null}>{days === undefined ? null : <UsageDays days={days} />}</Suspense>
        </div>
      </div>
    </>
  );
}
