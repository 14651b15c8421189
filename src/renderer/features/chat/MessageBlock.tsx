import { Fragment, memo, useEffect, useRef, useState, type RefObject } from 'react';
import type { ChatMessage, ConversationId } from '../../../shared/conversation.js';
import type { activeSummary } from '../../../shared/history-summary.js';
import { usePage } from '../../store/store-context.js';
import { AssistantRow } from './AssistantRow.js';
import type { NearWatch } from './near-watch.js';
import { SummaryMark } from './SummaryMark.js';
import { UserRow } from './UserRow.js';
import styles from './MessageBlock.module.css';

interface MessageBlockProps {
  /** Some messages in a row of the open chat. */
  readonly messages: readonly ChatMessage[];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly watch: NearWatch;
  /** Rendered at once: it is at the end, where a chat is opened. */
  readonly atEnd: boolean;
  /** Where one of these messages is the last that it takes the place of. */
  readonly summary: ReturnType<typeof activeSummary>;
  readonly conversationId: ConversationId | undefined;
}

/** What a message is taken to be high and the gap after it, until it is rendered. px. */
const LIKELY = { message: 120, gap: 16 } as const;

/**
 * A piece of a chat. While it is far from what is seen only its place is there: to render two thousand messages takes
 * seconds. Once rendered it stays, with what the user has opened in it.
 */
export const MessageBlock = memo(
  function MessageBlock({ messages, scroller, watch, atEnd, summary, conversationId }: MessageBlockProps) {
    const block = useRef<HTMLDivElement>(null);
    const wanted = usePage(({ shownMessage }) => messages.some(({ id }) => id === shownMessage));
    const [near, setNear] = useState(atEnd || wanted);
    if (wanted && !near) setNear(true);
    useEffect(() => {
      if (near || block.current === null) return undefined;
      return watch.watch(block.current, scroller.current, () => setNear(true));
    }, [near, scroller, watch]);
    if (!near) {
      const height = messages.length * (LIKELY.message + LIKELY.gap) - LIKELY.gap;
      return <div ref={block} style={{ height }} />;
    }
    return (
      <div ref={block} className={styles.block}>
        {messages.map((message) => (
          <Fragment key={message.id}>
            <Row message={message} />
            {summary?.upTo === message.id && conversationId !== undefined ? (
              <SummaryMark key={summary.id} summary={summary} conversationId={conversationId} />
            ) : null}
          </Fragment>
        ))}
      </div>
    );
  },
  (before, after) =>
    before.atEnd === after.atEnd &&
    before.summary === after.summary &&
    before.conversationId === after.conversationId &&
    isSame(before.messages, after.messages),
);

function Row({ message }: { readonly message: ChatMessage }) {
  return message.role === 'user' ? <UserRow message={message} /> : <AssistantRow message={message} />;
}

/** A message that has not changed is the same object. */
function isSame(before: readonly ChatMessage[], after: readonly ChatMessage[]): boolean {
  return before.length === after.length && before.every((message, at) => message === after[at]);
}
