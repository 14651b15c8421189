import type { ApprovalId, ApprovalView } from '../../../shared/approval.js';
import type { ToolCallRecord } from '../../../shared/conversation.js';
import { DECISION_WORDS } from '../../../shared/decision-words.js';
import { visibleText } from '../../../shared/visible-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import styles from './AskPanel.module.css';

interface AskPanelProps {
  readonly call: ToolCallRecord;
  /** The question whose dialog is open: one at a time, so it may be that of another chat. */
  readonly open: ApprovalView | undefined;
}

/** Why a call asks, and what the page can do: deny it, or bring the native dialog forward. It can never allow. */
export function AskPanel({ call, open }: AskPanelProps) {
  const words = useWords();
  const language = usePageLanguage();
  const { decision, approvalId } = call;
  const behind = open === undefined || open.id === approvalId ? undefined : open;
  return (
    <div className={styles.panel}>
      <div className={styles.line}>
        <span className={styles.why}>
          {decision === undefined ? '' : words.call.why(DECISION_WORDS[language][decision.rule])}
          {behind === undefined ? null : (
            <span className={styles.behind}>
              {words.call.behind(words.call.label(behind.serverName, visibleText(behind.tool)))}
            </span>
          )}
        </span>
        {approvalId === undefined ? null : <AskButtons approvalId={approvalId} />}
      </div>
    </div>
  );
}

function AskButtons({ approvalId }: { readonly approvalId: ApprovalId }) {
  const words = useWords();
  const deny = useCommand((commands) => commands['approvals.deny']({ id: approvalId }));
  const show = useCommand((commands) => commands['approvals.show']({ id: approvalId }));
  return (
    <>
      <Button waiting={deny.slow} disabled={deny.busy} onClick={() => void deny.run()}>
        {words.call.deny}
      </Button>
      <Button look="primary" waiting={show.slow} onClick={() => void show.run()}>
        {words.call.openDialog}
      </Button>
      <ErrorNote message={deny.error ?? show.error} />
    </>
  );
}
