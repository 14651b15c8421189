import { branded } from '../../../shared/brand.js';
import type { ConversationId } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import styles from './SettingsPage.module.css';

/** Takes in a chat that was exported, and opens it. */
export function ImportChat() {
  const words = useWords();
  const store = usePageStore();
  const take = useCommand((commands) => commands['conversations.import']({}));
  const run = async (): Promise<void> => {
    const taken = await take.run();
    if (taken !== undefined) store.go({ page: 'chat', conversationId: branded<ConversationId>(taken.id) });
  };
  return (
    <>
      <p className={styles.hint}>{words.chats.importHint}</p>
      <div>
        <Button waiting={take.slow} disabled={take.busy} onClick={() => void run()}>
          {words.chats.import}
        </Button>
      </div>
      <ErrorNote message={take.error} />
    </>
  );
}
