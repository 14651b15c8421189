import { ChevronRight } from 'lucide-react';
import { visibleProse } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { Spinner } from '../../ui/Spinner.js';
import styles from './Thinking.module.css';

/** The model's thinking, folded; while it goes on, a quiet sign says so. */
export function Thinking({ text, live }: { readonly text: string; readonly live: boolean }) {
  const words = useWords();
  if (text === '' && !live) return null;
  return (
    <details className={styles.thinking}>
      <summary className={styles.head}>
        <ChevronRight size={16} aria-hidden="true" className={styles.arrow} />
        {words.chat.thinking}
        {live ? <Spinner /> : null}
      </summary>
      <div className={styles.text}>{visibleProse(text)}</div>
    </details>
  );
}
