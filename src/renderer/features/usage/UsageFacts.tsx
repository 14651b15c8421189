import type { ChatUsage } from '../../../shared/chat-usage.js';
import { useWords } from '../../i18n/words-context.js';
import { dollarsText } from './dollars-text.js';
import styles from './UsageDialog.module.css';

/** The totals of a chat. */
export function UsageFacts({ usage }: { readonly usage: ChatUsage }) {
  const words = useWords();
  const rows = [
    { name: words.budget.requests, value: count(usage.requests) },
    { name: words.budget.read, value: count(usage.inputTokens) },
    { name: words.budget.cached, value: count(usage.cacheReadTokens) },
    { name: words.budget.written, value: count(usage.outputTokens) },
    {
      name: words.budget.total,
      value: usage.dollars === undefined ? words.budget.noPrice : dollarsText(usage.dollars),
    },
  ];
  return (
    <>
      <dl className={styles.facts}>
        {rows.map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {usage.unpriced > 0 && usage.dollars !== undefined ? (
        <p className={styles.hint}>{words.budget.unpriced(usage.unpriced)}</p>
      ) : null}
    </>
  );
}

function count(n: number): string {
  return n.toLocaleString('en');
}
