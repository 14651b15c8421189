import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { callOf } from '../../../shared/apply-event.js';
import type { AssistantBlock, ToolCallRecord } from '../../../shared/conversation.js';
import { DECISION_WORDS } from '../../../shared/decision-words.js';
import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp, usePage } from '../../store/store-context.js';
import { Badge } from '../../ui/Badge.js';
import { classNames } from '../../ui/class-names.js';
import { Dot } from '../../ui/Dot.js';
import { AskPanel } from '../approvals/AskPanel.js';
import { howDecided } from '../approvals/how-decided.js';
import { ToolBadges } from '../policy/ToolBadges.js';
import { CallArguments } from './CallArguments.js';
import { CallLive } from './CallLive.js';
import { CallLog } from './CallLog.js';
import { AskingClock, RunningClock } from './CallClocks.js';
import { callLook } from './call-look.js';
import { CallResult } from './CallResult.js';
import { CancelCall } from './CancelCall.js';
import { OriginChip } from './OriginChip.js';
import styles from './ToolCard.module.css';

type ToolUse = Extract<AssistantBlock, { type: 'tool_use' }>;

/** A tool call: one line when done, open while it asks. It never waits for a press to go on. */
export const ToolCard = memo(function ToolCard({ block }: { readonly block: ToolUse }) {
  const words = useWords();
  const call = usePage((page) =>
    page.conversation.kind === 'open' ? callOf(page.conversation.state, block.id) : undefined,
  );
  const conversationId = usePage((page) => (page.conversation.kind === 'open' ? page.conversation.id : undefined));
  const [opened, setOpened] = useState(false);
  const bodyId = useId();
  if (call === undefined || conversationId === undefined) return null;
  const asking = call.stage === 'asking';
  const open = opened || asking;
  return (
    <section className={classNames(styles.card, asking && styles.asking)} aria-label={nameOf(call, words)}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.head}
          aria-expanded={open}
          aria-controls={bodyId}
          disabled={asking}
          onClick={() => setOpened(!opened)}
        >
          <CallLine call={call} />
        </button>
        {call.stage === 'running' ? <CancelCall conversationId={conversationId} callId={call.id} /> : null}
        {/* The line itself is the button for those who use keys or listen. */}
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={styles.fold}
          disabled={asking}
          onClick={() => setOpened(!opened)}
        >
          <ChevronDown size={16} className={classNames(styles.arrow, open && styles.up)} />
        </button>
      </div>
      <CallLive call={call} opened={opened} />
      <div id={bodyId}>
        {open ? <CallArguments block={block} call={call} /> : null}
        {opened ? <CallLog call={call} /> : null}
        {opened && call.result !== undefined ? (
          <CallResult conversationId={conversationId} call={call} result={call.result} />
        ) : null}
        {asking ? <Asking call={call} /> : null}
      </div>
      {call.result?.stopped === 'may-go-on' ? <div className={styles.mayGoOn}>{words.turn.mayGoOn}</div> : null}
    </section>
  );
});

/** While its arguments stream, only the name that the model used is known. */
function nameOf({ serverName, tool, wireName, stage }: ToolCallRecord, words: Words): string {
  if (stage === 'streaming') return visibleText(wireName);
  return words.call.label(serverName ?? words.call.unknownTool, visibleText(tool ?? wireName));
}

function Asking({ call }: { readonly call: ToolCallRecord }) {
  const approvals = useApp((app) => app.approvals);
  const own = approvals.find((approval) => approval.id === call.approvalId);
  return <AskPanel call={call} open={approvals[0]} read={own?.readBefore} />;
}

function CallLine({ call }: { readonly call: ToolCallRecord }) {
  const words = useWords();
  const look = callLook(call, words);
  const server = call.serverName ?? words.call.unknownTool;
  return (
    <>
      <Dot state={look.dot} />
      <span className={styles.names}>
        {call.stage === 'streaming' ? null : <span className={styles.server}>{server} ▸ </span>}
        <span className={styles.tool}>{visibleText(call.tool ?? call.wireName)}</span>
      </span>
      <ToolBadges badges={call.badges} />
      <Decided call={call} />
      <OriginChip origin={call.result?.origin} />
      <span className={styles.state}>
        {call.stage === 'asking' ? <AskingClock approvalId={call.approvalId} /> : null}
        {call.stage === 'running' ? <RunningClock startedAt={call.startedAt} /> : null}
        {look.state}
      </span>
    </>
  );
}

function Decided({ call }: { readonly call: ToolCallRecord }) {
  const words = useWords();
  const language = usePageLanguage();
  const decided = howDecided(call, words);
  if (decided === undefined) return null;
  const why = call.decision === undefined ? undefined : DECISION_WORDS[language][call.decision.rule];
  return (
    <Badge tone={decided.tone} {...(why === undefined ? {} : { tip: why })}>
      {decided.text}
    </Badge>
  );
}
