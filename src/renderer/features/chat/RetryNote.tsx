import type { ConversationId, ModelRetry } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { useNow } from '../../store/use-now.js';
import { Button } from '../../ui/Button.js';
import { formatElapsed } from '../../ui/durations.js';
import { Spinner } from '../../ui/Spinner.js';
import styles from './TurnFoot.module.css';

/** A model request that failed: when it is sent again, and the ways not to wait. */
export function RetryNote({ retry, id }: { readonly retry: ModelRetry; readonly id: ConversationId }) {
  const words = useWords();
  const store = usePageStore();
  const now = useNow(250);
  const hurry = useCommand((commands) => commands['chat.retryNow']({ conversationId: id }));
  const left = Math.ceil((retry.until - now) / 1000) * 1000;
  const waits = left > 0;
  const { attempt, of } = retry;
  return (
    <div className={styles.limit}>
      <Spinner />
      <span className={styles.text}>
        {/* The clock ticks: a reader hears why it waits, once. */}
        <span role="status">{words.turn.retryReason[retry.reason]}</span>{' '}
        <span className={styles.clock}>
          {waits ? words.turn.retryIn(formatElapsed(left, words.time), attempt, of) : words.turn.retrying(attempt, of)}
        </span>
      </span>
      <Button onClick={() => store.stopTurn()}>{words.turn.cancel}</Button>
      <Button disabled={!waits || hurry.busy} onClick={() => void hurry.run()}>
        {words.turn.tryNow}
      </Button>
    </div>
  );
}
