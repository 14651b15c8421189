import type { KindSum } from '../../../shared/usage-day.js';
import { useWords } from '../../i18n/words-context.js';
import { SumTable } from './SumTable.js';
import styles from './UsageDialog.module.css';

/** What the requests were for; only worth a look where something else than chats took a part. */
export function KindTable({ sums }: { readonly sums: readonly KindSum[] }) {
  const { usage: words } = useWords();
  if (sums.every(({ kind }) => kind === 'chat')) return null;
  const rows = sums.map((sum) => ({ key: sum.kind, name: words.kinds[sum.kind], sum }));
  return (
    <section className={styles.part}>
      <SumTable caption={words.byKind} head={words.kind} rows={rows} />
      {sums.some(({ kind }) => kind === 'broken') ? <p className={styles.hint}>{words.brokenHint}</p> : null}
    </section>
  );
}
