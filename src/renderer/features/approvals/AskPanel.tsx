import type { ApprovalView } from '../../../shared/approval.js';
import type { ToolCallRecord } from '../../../shared/conversation.js';
import { DECISION_WORDS } from '../../../shared/decision-words.js';
import type { ContentOrigin } from '../../../shared/content-origin.js';
import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { AskButtons } from './AskButtons.js';
import styles from './AskPanel.module.css';

interface AskPanelProps {
  readonly call: ToolCallRecord;
  /** The question whose dialog is open: one at a time, so it may be that of another call or chat. */
  readonly open: ApprovalView | undefined;
  /** What was read in this turn before the call was asked for. */
  readonly read?: readonly ContentOrigin[] | undefined;
}

/** Why a call asks, and what the page can do: deny it, or bring the native dialog forward. It can never allow. */
export function AskPanel({ call, open, read }: AskPanelProps) {
  const words = useWords();
  const language = usePageLanguage();
  const { decision, approvalId } = call;
  const behind = open === undefined || open.id === approvalId ? undefined : open;
  return (
    <div className={styles.panel}>
      <div className={styles.line}>
        <span className={styles.why}>
          {decision === undefined ? '' : words.call.why(DECISION_WORDS[language][decision.rule])}
          {read === undefined || decision?.rule !== 'tainted-turn' ? null : (
            <span className={styles.more}>{words.call.readBefore(...read.map((origin) => nameOf(origin, words)))}</span>
          )}
          {behind === undefined ? null : (
            <span className={styles.more}>
              {words.call.behind(words.call.label(behind.serverName, visibleText(behind.tool)))}
            </span>
          )}
        </span>
        {approvalId === undefined ? null : <AskButtons approvalId={approvalId} isOpen={behind === undefined} />}
      </div>
    </div>
  );
}

function nameOf(origin: ContentOrigin, words: Words): string {
  if (origin.kind === 'command') return words.call.aCommand;
  if (origin.kind === 'hook') return words.trust.aHook;
  return visibleText(origin.kind === 'server' ? origin.name : origin.path);
}
