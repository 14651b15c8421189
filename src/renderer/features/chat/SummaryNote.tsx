import { visibleText } from '../../../shared/visible-text.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import { useNow } from '../../store/use-now.js';
import { formatElapsed } from '../../ui/durations.js';
import { Spinner } from '../../ui/Spinner.js';
import styles from './TurnFoot.module.css';

/** That earlier messages are being summarised, or that it failed. */
export function SummaryNote() {
  const words = useWords();
  const language = usePageLanguage();
  const work = usePage((page) => (page.conversation.kind === 'open' ? page.conversation.state.summaryWork : undefined));
  const running = usePage(
    (page) => page.conversation.kind === 'open' && page.conversation.state.turn.kind === 'running',
  );
  if (work?.kind === 'failed') {
    return (
      <div className={styles.setAside} role="status">
        {words.budget.summaryFailed(visibleText(errorText(work.why, language)))}
      </div>
    );
  }
  return work?.kind === 'running' && running ? <Summarising since={work.since} /> : null;
}

function Summarising({ since }: { readonly since: number }) {
  const words = useWords();
  const now = useNow(1000);
  return (
    <div className={styles.waiting}>
      <Spinner /> {words.budget.summarising(formatElapsed(Math.max(0, now - since), words.time))}
    </div>
  );
}
