import type { ModelUsage } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import styles from './MessageActions.module.css';

/** What an answer cost in tokens, and how much of it the model had in its cache. Nothing where the server did not say. */
export function UsageLine({ usage }: { readonly usage: ModelUsage | undefined }) {
  const words = useWords();
  if (usage === undefined || usage.inputTokens + usage.outputTokens === 0) return null;
  const { inputTokens, outputTokens, cacheReadTokens = 0 } = usage;
  const cached = cacheReadTokens === 0 ? '' : cacheReadTokens.toLocaleString('en');
  return (
    <span className={styles.usage}>
      {words.turn.usage(inputTokens.toLocaleString('en'), cached, outputTokens.toLocaleString('en'))}
    </span>
  );
}
