import type { ChatUsage } from '../../../shared/chat-usage.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { dollarsText } from './dollars-text.js';
import styles from './UsageDialog.module.css';

/** What stands in sums, of a chat or of many. */
type Totals = Pick<ChatUsage, 'requests' | 'inputTokens' | 'cacheReadTokens' | 'outputTokens' | 'dollars' | 'unpriced'>;

/** The totals of a chat, or of many. */
export function UsageFacts({ usage }: { readonly usage: Totals }) {
  const words = useWords();
  const language = usePageLanguage();
  const count = (n: number): string => n.toLocaleString(language);
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
