import { Fragment, memo, useEffect, useRef, useState, type RefObject } from 'react';
import type { ChatMessage, ConversationId } from '../../../shared/conversation.js';
import type { activeSummary } from '../../../shared/history-summary.js';
import { usePage } from '../../store/store-context.js';
import { AssistantRow } from './AssistantRow.js';
import { SummaryMark } from './SummaryMark.js';
import { UserRow } from './UserRow.js';
import styles from './MessageBlock.module.css';

/** Nearer than this to what is seen a block is rendered: a quick turn of the wheel stays on rendered ground. */
const NEAR = '1200px 0px';

interface MessageBlockProps {
  /** Some messages in a row of the open chat. */
  readonly messages: readonly ChatMessage[];
  readonly scroller: RefObject<HTMLElement | null>;
  /** Rendered at once: it is at the end, where a chat is opened. */
  readonly atEnd: boolean;
  /** Where one of these messages is the last that it takes the place of. */
  readonly summary: ReturnType<typeof activeSummary>;
  readonly conversationId: ConversationId | undefined;
}

/**
 * A piece of a chat. While it is far from what is seen only the places of its messages are there: to render two thousand
 * takes seconds. Once rendered it stays, with what the user has opened in it.
 */
export const MessageBlock = memo(
  function MessageBlock({ messages, scroller, atEnd, summary, conversationId }: MessageBlockProps) {
    const block = useRef<HTMLDivElement>(null);
    const wanted = usePage(({ shownMessage }) => messages.some(({ id }) => id === shownMessage));
    const [near, setNear] = useState(atEnd || wanted);
    if (wanted && !near) setNear(true);
    useEffect(() => {
      if (near || block.current === null) return undefined;
      const onChange = (seen: readonly IntersectionObserverEntry[]): void => {
        if (seen.some((entry) => entry.isIntersecting)) setNear(true);
      };
      const observer = new IntersectionObserver(onChange, { root: scroller.current, rootMargin: NEAR });
      observer.observe(block.current);
      return () => observer.disconnect();
    }, [near, scroller]);
    return (
      <div ref={block} className={styles.block}>
        {messages.map((message) => (
          <Fragment key={message.id}>
            {near ? <Row message={message} /> : <Place id={message.id} />}
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

/** Where a message will be: keys and links that lead to messages find it. */
function Place({ id }: { readonly id: string }) {
  return <article data-message={id} className={styles.place} />;
}

/** A message that has not changed is the same object. */
function isSame(before: readonly ChatMessage[], after: readonly ChatMessage[]): boolean {
  return before.length === after.length && before.every((message, at) => message === after[at]);
}
