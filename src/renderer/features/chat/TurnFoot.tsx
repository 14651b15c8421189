import { useState } from 'react';
import { assertNever } from '../../../shared/assert-never.js';
import type { ConversationId, TurnOutcome } from '../../../shared/conversation.js';
import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp, usePage, usePageStore } from '../../store/store-context.js';
import { useCommand, useSlow } from '../../store/use-command.js';
import { useNow } from '../../store/use-now.js';
import { Button } from '../../ui/Button.js';
import { formatElapsed } from '../../ui/durations.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Spinner } from '../../ui/Spinner.js';
import { nameOfModel } from './model-name.js';
import { dollarsText } from '../usage/dollars-text.js';
import { RetryNote } from './RetryNote.js';
import { SetAsideNotes } from './SetAsideNotes.js';
import { SummaryNote } from './SummaryNote.js';
import { turnFoot } from './turn-foot.js';
import styles from './TurnFoot.module.css';

/** Below the last message: what is waited for, or how the turn ended and the next step. */
export function TurnFoot() {
  const conversation = usePage((page) => page.conversation);
  if (conversation.kind !== 'open') return null;
  const foot = turnFoot(conversation.state);
  return (
    <>
      <SetAsideNotes />
      <SummaryNote />
      {foot.kind === 'waiting-for-model' ? <WaitingForModel /> : null}
      {foot.kind === 'retrying' ? <RetryNote retry={foot.retry} id={conversation.id} /> : null}
      {foot.kind === 'ended' ? <Ending outcome={foot.outcome} id={conversation.id} /> : null}
    </>
  );
}

function WaitingForModel() {
  const words = useWords();
  const { models, current } = useApp((app) => app.models);
  const model = nameOfModel(current, models, words);
  const now = useNow(1000);
  const [since] = useState(now);
  const slow = useSlow(true);
  if (!slow) return null;
  return (
    <div className={styles.waiting}>
      <Spinner /> {words.chat.waitingModel(model, formatElapsed(now - since, words.time))}
    </div>
  );
}

function Ending({ outcome, id }: { readonly outcome: TurnOutcome; readonly id: ConversationId }) {
  const words = useWords();
  const language = usePageLanguage();
  const store = usePageStore();
  const proceed = useCommand((commands) => commands['chat.continue']({ conversationId: id }));
  const retry = useCommand((commands) => commands['chat.retry']({ conversationId: id }));
  switch (outcome.kind) {
    case 'completed':
      return null;
    case 'cancelled':
      return <div className={styles.stopped}>{words.chat.stopped}</div>;
    case 'limit':
      return (
        <div className={styles.limit} role="status">
          <span className={styles.text}>{limitText(outcome, words)}</span>
          <Button look="primary" waiting={proceed.slow} disabled={proceed.busy} onClick={() => void proceed.run()}>
            {words.chat.continue}
          </Button>
          <ErrorNote message={proceed.error} />
        </div>
      );
    case 'failed':
      return (
        <ErrorNote title={words.chat.failed} message={retry.error ?? errorText(outcome, language)}>
          <Button onClick={() => store.go({ page: 'settings' })}>{words.chat.openSettings}</Button>
          <Button waiting={retry.slow} disabled={retry.busy} onClick={() => void retry.run()}>
            {words.chat.retry}
          </Button>
        </ErrorNote>
      );
    default:
      return assertNever(outcome);
  }
}

/** Which limit it was, in words. */
function limitText({ rounds, by }: Extract<TurnOutcome, { kind: 'limit' }>, words: Words): string {
  switch (by?.kind) {
    case undefined:
      return words.chat.limit(rounds);
    case 'tokens':
      return words.turn.tokens(by.tokens.toLocaleString('en'));
    case 'cost':
      return words.budget.cost(dollarsText(by.dollars));
    case 'time':
      return words.turn.time(by.minutes);
    case 'repeats':
      return words.turn.repeats(visibleText(by.tool), by.times);
    default:
      return assertNever(by);
  }
}
