import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { callOf } from '../../../shared/apply-event.js';
import type { AssistantBlock, ToolCallRecord } from '../../../shared/conversation.js';
import { DECISION_WORDS } from '../../../shared/decision-words.js';
import { visibleText } from '../../../shared/visible-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp, usePage } from '../../store/store-context.js';
import { Badge } from '../../ui/Badge.js';
import { classNames } from '../../ui/class-names.js';
import { Dot } from '../../ui/Dot.js';
import { AskPanel } from '../approvals/AskPanel.js';
import { howDecided } from '../approvals/how-decided.js';
import { ToolBadges } from '../policy/ToolBadges.js';
import { CallArguments } from './CallArguments.js';
import { AskingClock, CallProgress, RunningClock } from './CallClocks.js';
import { callLook } from './call-look.js';
import { CallResult } from './CallResult.js';
import { OriginChip } from './OriginChip.js';
import styles from './ToolCard.module.css';

type ToolUse = Extract<AssistantBlock, { type: 'tool_use' }>;

/** A tool call: one line when done, open while it asks. */
export const ToolCard = memo(function ToolCard({ block }: { readonly block: ToolUse }) {
  const words = useWords();
  const call = usePage((page) =>
    page.conversation.kind === 'open' ? callOf(page.conversation.state, block.id) : undefined,
  );
  const [opened, setOpened] = useState(false);
  const bodyId = useId();
  if (call === undefined) return null;
  const asking = call.stage === 'asking';
  const open = opened || asking;
  const server = call.serverName ?? words.call.unknownTool;
  const tool = visibleText(call.tool ?? call.wireName);
  return (
    <section className={classNames(styles.card, asking && styles.asking)} aria-label={words.call.label(server, tool)}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={bodyId}
        disabled={asking}
        onClick={() => setOpened(!opened)}
      >
        <CallLine call={call} server={server} tool={tool} />
        <ChevronDown size={16} aria-hidden="true" className={classNames(styles.arrow, open && styles.up)} />
      </button>
      <CallProgress call={call} />
      <div id={bodyId}>
        {open ? <CallArguments block={block} edited={call.editedArguments} /> : null}
        {opened && call.result !== undefined ? <CallResult result={call.result} /> : null}
        {asking ? <Asking call={call} /> : null}
      </div>
    </section>
  );
});

function Asking({ call }: { readonly call: ToolCallRecord }) {
  const approvals = useApp((app) => app.approvals);
  const own = approvals.find((approval) => approval.id === call.approvalId);
  return <AskPanel call={call} open={approvals[0]} read={own?.readBefore} />;
}

function CallLine({
  call,
  server,
  tool,
}: {
  readonly call: ToolCallRecord;
  readonly server: string;
  readonly tool: string;
}) {
  const words = useWords();
  const look = callLook(call, words);
  return (
    <>
      <Dot state={look.dot} />
      <span className={styles.names}>
        <span className={styles.server}>{server} ▸</span> <span className={styles.tool}>{tool}</span>
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
