import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import type { ChatMessage } from '../../../shared/conversation.js';
import { activeSummary } from '../../../shared/history-summary.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage, usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import { MessageBlock } from './MessageBlock.js';
import { firstSeenBlock, messageBlocks } from './message-blocks.js';
import { NearWatch } from './near-watch.js';
import { TurnFoot } from './TurnFoot.js';
import { useStickToEnd } from './use-stick-to-end.js';
import styles from './MessageFlow.module.css';

/** How long a message that a search led to is marked, ms. */
const MARKED = 1600;

/** Goes to the message that a search led to, and marks it for a moment. */
function useShownMessage(content: RefObject<HTMLElement | null>, show: (element: HTMLElement) => void): void {
  const store = usePageStore();
  const id = usePage((page) => page.shownMessage);
  useEffect(() => {
    if (id === undefined) return;
    store.messageShown();
    for (const element of content.current?.querySelectorAll<HTMLElement>('[data-message]') ?? []) {
      if (element.dataset['message'] !== id) continue;
      show(element);
      element.animate([{ backgroundColor: 'var(--accent-soft)' }, {}], { duration: MARKED, easing: 'ease-out' });
    }
  }, [id, content, show, store]);
}

const NONE: readonly ChatMessage[] = [];

/** The messages of the open chat, kept at the end while the user is there. */
export function MessageFlow() {
  const words = useWords();
  const messages = usePage((page) => (page.conversation.kind === 'open' ? page.conversation.state.messages : NONE));
  const id = usePage((page) => (page.conversation.kind === 'open' ? page.conversation.id : undefined));
  const summary = usePage((page) =>
    page.conversation.kind === 'open' ? activeSummary(page.conversation.state) : undefined,
  );
  const blocks = useMemo(() => messageBlocks(messages), [messages]);
  const firstSeen = firstSeenBlock(blocks);
  const { scroller, content, atEnd, onScroll, toEnd, show } = useStickToEnd();
  const [watch] = useState(() => new NearWatch());
  useShownMessage(content, show);
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroll}
        onScroll={onScroll}
        role="region"
        aria-label={words.chat.messages}
        tabIndex={0}
      >
        <div ref={content} className={styles.column}>
          {blocks.map((block, at) => (
            // Blocks only ever come and go at the end, so the place is the identity.
            <MessageBlock
              key={at}
              messages={block}
              scroller={scroller}
              watch={watch}
              atEnd={at >= firstSeen}
              summary={block.some((message) => message.id === summary?.upTo) ? summary : undefined}
              conversationId={id}
            />
          ))}
          <TurnFoot />
        </div>
      </div>
      {atEnd ? null : (
        <div className={styles.latest}>
          <Button icon={<ArrowDown size={16} aria-hidden="true" />} onClick={toEnd}>
            {words.chat.latest}
          </Button>
        </div>
      )}
    </div>
  );
}
