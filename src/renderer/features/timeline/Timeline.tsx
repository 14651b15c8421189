import type { MessageId } from '../../../shared/conversation.js';
import type { Words } from '../../i18n/en.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import { formatDuration } from '../../ui/durations.js';
import { TimelineChart } from './TimelineChart.js';
import { spanName } from './span-name.js';
import { timeOf, type TurnSpans, turnSpans } from './turn-spans.js';
import styles from './Timeline.module.css';

/** Where the time of a turn went, as a picture and in words. */
export function Timeline({ messageId }: { readonly messageId: MessageId }) {
  const words = useWords();
  const state = usePage((page) => (page.conversation.kind === 'open' ? page.conversation.state : undefined));
  const turn = state === undefined ? undefined : turnSpans(state, messageId);
  if (turn === undefined) return <p className={styles.none}>{words.timeline.unknown}</p>;
  return (
    <>
      <div className={styles.head}>
        <strong>{words.timeline.title}</strong>
        <span className={styles.total}>{formatDuration(turn.to - turn.from, words.time)}</span>
      </div>
      <TimelineChart turn={turn} label={summary(turn, words)} />
      <p className={styles.summary}>{summary(turn, words)}</p>
      <div className={styles.spoken}>
        <SpanTable turn={turn} />
      </div>
    </>
  );
}

/** How long each went on; the user only where they were asked. */
function summary(turn: TurnSpans, words: Words): string {
  const parts = (['model', 'you', 'tool'] as const).flatMap((kind) => {
    const time = timeOf(turn, kind);
    return turn.spans.some((span) => span.kind === kind)
      ? [words.timeline.part[kind](formatDuration(time, words.time))]
      : [];
  });
  return parts.join(' · ');
}

/** The same for those who read it aloud. */
function SpanTable({ turn }: { readonly turn: TurnSpans }) {
  const words = useWords();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.timeline.span}</th>
          <th scope="col">{words.timeline.start}</th>
          <th scope="col">{words.timeline.took}</th>
        </tr>
      </thead>
      <tbody>
        {turn.spans.map((span, place) => (
          <tr key={place}>
            <td>{spanName(span, words)}</td>
            <td>{words.timeline.from(formatDuration(span.from - turn.from, words.time))}</td>
            <td>{formatDuration(span.to - span.from, words.time)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
