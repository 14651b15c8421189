import { ChevronRight, Undo2 } from 'lucide-react';
import type { ConversationId } from '../../../shared/conversation.js';
import type { HistorySummary } from '../../../shared/history-summary.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Markdown } from './Markdown.js';
import styles from './SummaryMark.module.css';

interface SummaryMarkProps {
  readonly summary: HistorySummary;
  readonly conversationId: ConversationId;
}

/** Where the messages end that the model is sent a summary of. Opens to it; Undo sends the whole chat again. */
export function SummaryMark({ summary, conversationId }: SummaryMarkProps) {
  const words = useWords();
  const busy = usePage((page) => page.conversation.kind === 'open' && page.conversation.state.turn.kind === 'running');
  const undo = useCommand((commands) => commands['summary.undo']({ conversationId, summaryId: summary.id }));
  return (
    <section className={styles.mark} aria-label={words.budget.summarised}>
      <div className={styles.line}>
        <details className={styles.summary}>
          <summary className={styles.head}>
            <ChevronRight size={16} aria-hidden="true" className={styles.arrow} />
            {words.budget.summarised}
          </summary>
          <div className={styles.body}>
            <p className={styles.why}>{words.budget.summaryWhy}</p>
            <Markdown text={summary.text} />
          </div>
        </details>
        <Button
          look="quiet"
          icon={<Undo2 size={16} aria-hidden="true" />}
          title={words.budget.undoSummaryTip}
          waiting={undo.slow}
          disabled={busy || undo.busy}
          onClick={() => void undo.run()}
        >
          {words.budget.undoSummary}
        </Button>
      </div>
      <ErrorNote message={undo.error} />
    </section>
  );
}
