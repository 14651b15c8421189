import type { ApprovalId } from '../../../shared/approval.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useNow } from '../../store/use-now.js';
import { formatClock, formatElapsed } from '../../ui/durations.js';

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
