import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words-context.js';
import { useApp } from '../store/store-context.js';
import { ChatRow } from './ChatRow.js';
import { type ConversationGroup, groupByDay } from './group-by-day.js';
import styles from './ChatList.module.css';

/** The pinned chats, then the others by day. `onOpen` is told when one is opened. */
export function ChatList({ onOpen }: { readonly onOpen?: () => void }) {
  const words = useWords();
  const conversations = useApp((app) => app.conversations);
  const groups = groupByDay(conversations, useToday());
  const nameOf = (day: ConversationGroup['day']): string => (day === 'pinned' ? words.chats.pinned : words.nav[day]);
  return (
    <section aria-label={words.nav.chats}>
      {groups.length === 0 ? <p className={styles.none}>{words.nav.noChats}</p> : null}
      {groups.map((group) => (
        <div key={group.day} role="group" aria-label={nameOf(group.day)}>
          <div className={styles.day} aria-hidden="true">
            {nameOf(group.day)}
          </div>
          <ul>
            {group.conversations.map((conversation) => (
              <ChatRow
                key={conversation.id}
                conversation={conversation}
                {...(onOpen === undefined ? {} : { onOpen })}
              />
            ))}
          </ul>
        </div>
      ))}
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
