import type { ConversationId } from '../../../shared/conversation.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { usePage, usePageStore } from '../../store/store-context.js';
import { useSlow } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Spinner } from '../../ui/Spinner.js';
import { AskingAnnouncer } from '../approvals/AskingAnnouncer.js';
import { ChatHeader } from './ChatHeader.js';
import { Composer } from './Composer.js';
import { EmptyChat } from './EmptyChat.js';
import { FileDrop } from './FileDrop.js';
import { MessageFlow } from './MessageFlow.js';
import { useAttach } from './use-attach.js';
import styles from './ChatPage.module.css';

/** One chat; without an id, one that the first message will create. */
export function ChatPage({ conversationId }: { readonly conversationId: ConversationId | undefined }) {
  const attaching = useAttach(conversationId);
  return (
    <FileDrop className={styles.page} onFiles={attaching.add}>
      <ChatHeader conversationId={conversationId} />
      <Body conversationId={conversationId} />
      <Composer conversationId={conversationId} attaching={attaching} />
      <AskingAnnouncer conversationId={conversationId} />
    </FileDrop>
  );
}

function Body({ conversationId }: { readonly conversationId: ConversationId | undefined }) {
  const words = useWords();
  const language = usePageLanguage();
  const store = usePageStore();
  const kind = usePage((page) => page.conversation.kind);
  const error = usePage((page) => (page.conversation.kind === 'failed' ? page.conversation.error : undefined));
  const empty = usePage((page) => page.conversation.kind === 'open' && page.conversation.state.messages.length === 0);
  const slow = useSlow(kind === 'loading');
  if (conversationId === undefined || empty) return <EmptyChat conversationId={conversationId} />;
  if (kind === 'open') return <MessageFlow />;
  return (
    <div className={styles.wait}>
      {kind === 'failed' ? (
        <ErrorNote title={words.chat.loadFailed} message={error && errorText(error, language)}>
          <Button onClick={() => store.reopen()}>{words.app.retry}</Button>
        </ErrorNote>
      ) : null}
      {slow ? (
        <span role="status" className={styles.opening}>
          <Spinner /> {words.chat.opening}
        </span>
      ) : null}
    </div>
  );
}
