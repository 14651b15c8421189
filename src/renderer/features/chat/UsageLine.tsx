import type { AssistantMessage } from '../../../shared/conversation.js';
import { dollarsOf } from '../../../shared/usage-cost.js';
import { useWords } from '../../i18n/words-context.js';
import { dollarsText } from '../usage/dollars-text.js';
import styles from './MessageActions.module.css';

/**
 * What an answer took in tokens, how much of it the model had in its cache, and what it cost. Nothing where the server
 * did not say.
 */
export function UsageLine({ message: { model, usage } }: { readonly message: AssistantMessage }) {
  const words = useWords();
  if (usage === undefined || usage.inputTokens + usage.outputTokens === 0) return null;
  const { inputTokens, outputTokens, cacheReadTokens = 0 } = usage;
  const cached = cacheReadTokens === 0 ? '' : cacheReadTokens.toLocaleString('en');
  const dollars = dollarsOf(model, usage);
  return (
    <span className={styles.usage}>
      {words.turn.usage(inputTokens.toLocaleString('en'), cached, outputTokens.toLocaleString('en'))}
      {dollars === undefined ? null : ` · ${dollarsText(dollars)}`}
    </span>
  );
}
