import type { ApprovalId } from '../../../shared/approval.js';
import type { ToolCallRecord } from '../../../shared/conversation.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useNow } from '../../store/use-now.js';
import { formatClock, formatElapsed } from '../../ui/durations.js';
import styles from './CallClocks.module.css';

const SECOND = 1000;

/** How long a call has been running. Only running calls tick. */
export function RunningClock({ startedAt }: { readonly startedAt: number | undefined }) {
  const words = useWords();
  const now = useNow(SECOND);
  return words.call.running(formatElapsed(now - (startedAt ?? now), words.time));
}

/** How long a question has been waiting. */
export function AskingClock({ approvalId }: { readonly approvalId: ApprovalId | undefined }) {
  const words = useWords();
  const now = useNow(SECOND);
  const since = useApp((app) => app.approvals.find((approval) => approval.id === approvalId)?.since);
  return words.call.asking(formatClock(now - (since ?? now)));
}

/** What a running call reports of itself. */
export function CallProgress({ call }: { readonly call: ToolCallRecord }) {
  const words = useWords();
  if (call.stage !== 'running' || call.progress === undefined) return null;
  const { progress, total, message } = call.progress;
  return (
    <div className={styles.progress}>
      <progress
        className={styles.bar}
        aria-label={words.call.progress}
        {...(total === undefined || total <= 0 ? {} : { value: Math.min(progress, total), max: total })}
      />
      {message === undefined ? null : <span className={styles.message}>{visibleText(message)}</span>}
    </div>
  );
}
