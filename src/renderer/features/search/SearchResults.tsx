import type { ConversationSummary } from '../../../shared/conversation.js';
import type { SearchHit } from '../../../shared/search-hit.js';
import { visibleText } from '../../../shared/visible-text.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { chatName } from '../../store/chat-verbs.js';
import { useApp, usePageStore } from '../../store/store-context.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { useSearch } from './use-search.js';
import styles from './SearchResults.module.css';

/** Titles shown of a search, at most. */
const MOST_TITLES = 8;

interface SearchResultsProps {
  readonly query: string;
  readonly onOpen?: () => void;
}

/** Chats whose title holds the words, then the messages that do. */
export function SearchResults({ query, onOpen }: SearchResultsProps) {
  const words = useWords();
  const conversations = useApp((app) => app.conversations);
  const language = usePageLanguage();
  const found = useSearch(query);
  const titles = conversations.filter(({ title }) => holdsAll(title, query)).slice(0, MOST_TITLES);
  const hits = found?.hits ?? [];
  const nothing = found?.query === query.trim() && hits.length + titles.length === 0 && found.error === undefined;
  return (
    <section aria-label={words.chats.results}>
      {titles.length === 0 ? null : <Titles conversations={titles} onOpen={onOpen} />}
      {hits.length === 0 ? null : <Messages hits={hits} onOpen={onOpen} />}
      <ErrorNote message={found?.error && errorText(found.error, language)} />
      <p role="status" className={styles.none}>
        {nothing ? words.chats.noResults(visibleText(query.trim())) : null}
        {found?.more === true ? words.chats.moreResults : null}
      </p>
    </section>
  );
}

function Titles({ conversations, onOpen }: { readonly conversations: readonly ConversationSummary[] } & Opens) {
  const words = useWords();
  const store = usePageStore();
  return (
    <div role="group" aria-label={words.chats.inTitles}>
      <div className={styles.head} aria-hidden="true">
        {words.chats.inTitles}
      </div>
      <ul>
        {conversations.map(({ id, title }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.hit}
              onClick={() => {
                store.go({ page: 'chat', conversationId: id });
                onOpen?.();
              }}
            >
              <span className={styles.title}>{visibleText(title)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Opens {
  readonly onOpen: (() => void) | undefined;
}

function Messages({ hits, onOpen }: { readonly hits: readonly SearchHit[] } & Opens) {
  const words = useWords();
  const store = usePageStore();
  const conversations = useApp((app) => app.conversations);
  const titleOf = (hit: SearchHit): string => {
    return chatName(conversations.find(({ id }) => id === hit.conversationId)?.title ?? '', words);
  };
  return (
    <div role="group" aria-label={words.chats.inMessages}>
      <div className={styles.head} aria-hidden="true">
        {words.chats.inMessages}
      </div>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.conversationId} ${hit.messageId}`}>
            <button
              type="button"
              className={styles.hit}
              onClick={() => {
                store.showMessage(hit.conversationId, hit.messageId);
                onOpen?.();
              }}
            >
              <span className={styles.where}>
                <span className={styles.title}>{titleOf(hit)}</span>
                <span>{hit.role === 'user' ? words.chats.youSaid : words.chats.assistantSaid}</span>
              </span>
              <span className={styles.text}>
                {visibleText(hit.before)}
                <mark>{visibleText(hit.match)}</mark>
                {visibleText(hit.after)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function holdsAll(title: string, query: string): boolean {
  const lower = title.toLowerCase();
  const words = query.toLowerCase().split(/\s+/u);
  return words.every((word) => lower.includes(word));
}
