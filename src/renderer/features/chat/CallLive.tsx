import { linesDuring } from '../../../shared/call-log.js';
import type { ToolCallRecord } from '../../../shared/conversation.js';
import { unfinishedOf } from '../../../shared/unfinished-arguments.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePage } from '../../store/store-context.js';
import styles from './CallLive.module.css';

/** What a call says of itself while it goes on, in one line, without a press: its arguments as they come, or its progress. */
export function CallLive({ call, opened }: { readonly call: ToolCallRecord; readonly opened: boolean }) {
  if (call.stage === 'streaming') return opened ? null : <StreamedTail call={call} />;
  return call.stage === 'running' ? <Progress call={call} /> : null;
}

/** Characters of what has streamed that fit into a line. */
const TAIL = 160;

function StreamedTail({ call }: { readonly call: ToolCallRecord }) {
  const words = useWords();
  const json = useUnfinished(call);
  if (json === undefined || json === '') return null;
  return (
    <div className={styles.streamed}>
      <span className={styles.unfinished}>{words.card.soFar}</span>
      {/* The end is what is new: the line is cut at its beginning. */}
      <span className={styles.tail}>
        <bdi>{visibleText(json.slice(-TAIL)).replaceAll('\n', ' ')}</bdi>
      </span>
    </div>
  );
}

/** The JSON of a call's arguments as far as it has come. */
export function useUnfinished(call: ToolCallRecord): string | undefined {
  return usePage((page) =>
    page.conversation.kind === 'open' && call.stage === 'streaming'
      ? unfinishedOf(page.conversation.state, call.id)
      : undefined,
  );
}

function Progress({ call }: { readonly call: ToolCallRecord }) {
  const words = useWords();
  const log = useApp((app) => app.servers.find((server) => server.id === call.serverId)?.log);
  const last = linesDuring(log, call).at(-1)?.text;
  const { progress, total, message = last } = call.progress ?? {};
  if (progress === undefined && message === undefined) return null;
  const part = progress === undefined || total === undefined || total <= 0 ? undefined : progress / total;
  return (
    <div className={styles.progress}>
      {progress === undefined ? null : (
        <progress
          className={styles.bar}
          aria-label={words.call.progress}
          {...(part === undefined ? {} : { value: Math.min(1, Math.max(0, part)), max: 1 })}
        />
      )}
      <div className={styles.said}>
        <span className={styles.message}>{visibleText(message ?? '')}</span>
        {part === undefined ? null : (
          <span className={styles.percent}>{words.card.percent(Math.floor(Math.min(1, Math.max(0, part)) * 100))}</span>
        )}
      </div>
    </div>
  );
}
