import type { ConversationId } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import { EmptyState } from '../../ui/EmptyState.js';
import styles from './EmptyChat.module.css';

/** What a chat shows before its first message: what to expect, and prompts that fill the input. */
export function EmptyChat({ conversationId }: { readonly conversationId: ConversationId | undefined }) {
  const words = useWords();
  const store = usePageStore();
  const running = useApp((app) => app.servers.some((server) => server.status.kind === 'running'));
  const use = (prompt: string): void => {
    // What somebody has written themselves stays.
    const draft = store.state.getState().drafts[conversationId ?? ''] ?? '';
    const isOwn = draft.trim() !== '' && !words.examples.includes(draft);
    store.setDraft(conversationId, isOwn ? `${draft}\n${prompt}` : prompt);
    store.focusComposer();
  };
  return (
    <div className={styles.scroll}>
      <div className={styles.column}>
        <EmptyState title={words.chat.emptyTitle} text={words.chat.emptyText}>
          {running ? null : (
            <div className={styles.none}>
              {words.chat.noServers}
              <Button onClick={() => store.go({ page: 'servers' })}>{words.chat.openServers}</Button>
            </div>
          )}
        </EmptyState>
        <ul className={styles.examples} aria-label={words.chat.examples}>
          {words.examples.map((prompt) => (
            <li key={prompt}>
              <button type="button" className={styles.example} onClick={() => use(prompt)}>
                {prompt}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
