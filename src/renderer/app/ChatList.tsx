import { useEffect, useState } from 'react';
import type { ConversationSummary } from '../../shared/conversation.js';
import { useWords } from '../i18n/words-context.js';
import { useApp } from '../store/store-context.js';
import { ChatRow } from './ChatRow.js';
import { DeleteChat } from './DeleteChat.js';
import { groupByDay } from './group-by-day.js';
import styles from './ChatList.module.css';

/** The chats by day. `onOpen` is told when one is opened. */
export function ChatList({ onOpen }: { readonly onOpen?: () => void }) {
  const words = useWords();
  const conversations = useApp((app) => app.conversations);
  const [deleting, setDeleting] = useState<ConversationSummary>();
  const groups = groupByDay(conversations, useToday());
  return (
    <section aria-label={words.nav.chats}>
      {groups.length === 0 ? <p className={styles.none}>{words.nav.noChats}</p> : null}
      {groups.map((group) => (
        <div key={group.day} role="group" aria-label={words.nav[group.day]}>
          <div className={styles.day} aria-hidden="true">
            {words.nav[group.day]}
          </div>
          <ul>
            {group.conversations.map((conversation) => (
              <ChatRow
                key={conversation.id}
                conversation={conversation}
                onDelete={() => setDeleting(conversation)}
                {...(onOpen === undefined ? {} : { onOpen })}
              />
            ))}
          </ul>
        </div>
      ))}
      {deleting === undefined ? null : <DeleteChat conversation={deleting} onClose={() => setDeleting(undefined)} />}
    </section>
  );
}

/** Milliseconds between looks at the calendar. */
const LOOK = 60_000;

/** A time of today that changes only when the day does. */
function useToday(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow((before) => (new Date(before).getDate() === new Date().getDate() ? before : Date.now()));
    }, LOOK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
