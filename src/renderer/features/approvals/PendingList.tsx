import { useId } from 'react';
import type { ApprovalView } from '../../../shared/approval.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePage, usePageStore } from '../../store/store-context.js';
import { useNow } from '../../store/use-now.js';
import { formatClock } from '../../ui/durations.js';
import { Dot } from '../../ui/Dot.js';
import { AskButtons } from './AskButtons.js';
import styles from './PendingList.module.css';

const SECOND = 1000;

/** Every question that waits, of all chats, where the card of the open chat does not say it all. */
export function PendingList() {
  const words = useWords();
  const approvals = useApp((app) => app.approvals);
  const here = usePage((page) => (page.route.page === 'chat' ? page.route.conversationId : undefined));
  const id = useId();
  const [first, ...more] = approvals;
  if (first === undefined || (more.length === 0 && first.conversationId === here)) return null;
  return (
    <section className={styles.list} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {words.call.pendingCount(approvals.length)}
      </h2>
      <ol className={styles.rows}>
        {approvals.map((approval) => (
          <PendingRow key={approval.id} approval={approval} isOpen={approval.id === first.id} />
        ))}
      </ol>
    </section>
  );
}

function PendingRow({ approval, isOpen }: { readonly approval: ApprovalView; readonly isOpen: boolean }) {
  const words = useWords();
  const now = useNow(SECOND);
  const { serverName, tool, queue, since } = approval;
  return (
    <li className={styles.row}>
      <Dot state={isOpen ? 'wait' : 'off'} />
      <span className={styles.name}>
        {visibleText(serverName)} ▸ <span className={styles.tool}>{visibleText(tool)}</span>
      </span>
      <span className={styles.facts}>
        {queue === undefined ? null : <span>{words.call.place(queue.at, queue.of)}</span>}
        {isOpen ? <span>{words.call.open}</span> : null}
        <span className={styles.clock}>{formatClock(now - since)}</span>
        <ChatLink approval={approval} />
      </span>
      <AskButtons approvalId={approval.id} isOpen={isOpen} />
    </li>
  );
}

/** The chat that a question belongs to, where it is not the open one. */
function ChatLink({ approval }: { readonly approval: ApprovalView }) {
  const words = useWords();
  const store = usePageStore();
  const { conversationId } = approval;
  const elsewhere = usePage((page) => page.route.page !== 'chat' || page.route.conversationId !== conversationId);
  const title = useApp((app) => app.conversations.find((chat) => chat.id === conversationId)?.title);
  if (!elsewhere || title === undefined) return null;
  return (
    <button type="button" className={styles.chat} onClick={() => store.go({ page: 'chat', conversationId })}>
      {title === '' ? words.nav.untitled : visibleText(title)}
    </button>
  );
}
