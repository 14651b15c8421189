import type { ConversationSummary } from '../../shared/conversation.js';
import { visibleText } from '../../shared/visible-text.js';
import { useWords } from '../i18n/words-context.js';
import { usePage, usePageStore } from '../store/store-context.js';
import { useCommand } from '../store/use-command.js';
import { Button } from '../ui/Button.js';
import { ErrorNote } from '../ui/ErrorNote.js';
import { Modal, ModalBody, ModalFoot } from '../ui/Modal.js';

/** Asks before a chat is gone for good. */
export function DeleteChat({
  conversation,
  onClose,
}: {
  readonly conversation: ConversationSummary;
  readonly onClose: () => void;
}) {
  const words = useWords();
  const store = usePageStore();
  const here = usePage((page) => page.route.page === 'chat' && page.route.conversationId === conversation.id);
  const remove = useCommand((commands) => commands['conversations.delete']({ id: conversation.id }));
  const title = conversation.title === '' ? words.nav.untitled : visibleText(conversation.title);
  const confirm = async (): Promise<void> => {
    if ((await remove.run()) === undefined) return;
    if (here) store.go({ page: 'chat' });
    onClose();
  };
  return (
    <Modal title={words.nav.deleteTitle} open narrow onClose={onClose}>
      <ModalBody>
        <p>{words.nav.deleteText(title)}</p>
        <ErrorNote message={remove.error} />
      </ModalBody>
      <ModalFoot>
        <Button onClick={onClose}>{words.app.cancel}</Button>
        <Button look="danger" waiting={remove.slow} disabled={remove.busy} onClick={() => void confirm()}>
          {words.nav.delete}
        </Button>
      </ModalFoot>
    </Modal>
  );
}
