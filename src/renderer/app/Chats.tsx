import { useState } from 'react';
import { SearchField } from '../features/search/SearchField.js';
import { SearchResults } from '../features/search/SearchResults.js';
import { ChatList } from './ChatList.js';
import styles from './Chats.module.css';

/** The search, and below it what it finds, or all chats. `onOpen` is told when one is opened. */
export function Chats({ onOpen }: { readonly onOpen?: () => void }) {
  const [query, setQuery] = useState('');
  const opens = onOpen === undefined ? {} : { onOpen };
  return (
    <div className={styles.chats}>
      <SearchField value={query} onChange={setQuery} />
      <div className={styles.list}>
        {query.trim() === '' ? <ChatList {...opens} /> : <SearchResults query={query} {...opens} />}
      </div>
    </div>
  );
}
