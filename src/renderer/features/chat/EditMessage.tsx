import { useState, type KeyboardEvent } from 'react';
import { attachmentInput, attachmentKey, attachmentsOf } from '../../../shared/attachment.js';
import { ownText } from '../../../shared/hook-words.js';
import type { UserMessage } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage, usePageStore } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { isComposing, isSendKey } from '../../ui/keys.js';
import { keyPressOf } from '../../ui/TextInput.js';
import { AttachmentChips } from './AttachmentChips.js';
import styles from './EditMessage.module.css';

interface EditMessageProps {
  readonly message: UserMessage;
  readonly onDone: () => void;
}

/** A message of the user, to be said in other words. Enter sends it, Escape leaves it as it was. */
export function EditMessage({ message, onDone }: EditMessageProps) {
  const words = useWords();
  const store = usePageStore();
  const edited = usePage((page) => page.edits[message.id]) ?? ownText(message);
  const conversationId = usePage((page) => (page.conversation.kind === 'open' ? page.conversation.id : undefined));
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const attached = (conversationId === undefined ? [] : attachmentsOf(conversationId, message)).filter(
    (attachment) => !taken.has(attachmentKey(attachment)),
  );
  const send = useCommand((commands) =>
    commands['chat.resend']({
      conversationId: conversationId ?? '',
      messageId: message.id,
      text: edited,
      attachments: attached.map(attachmentInput),
    }),
  );
  const ready = (edited.trim() !== '' || attached.length > 0) && conversationId !== undefined && !send.busy;
  const resend = async (): Promise<void> => {
    if (ready && (await send.run()) !== undefined) onDone();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const press = keyPressOf(event);
    if (isComposing(press)) return;
    if (isSendKey(press)) {
      event.preventDefault();
      void resend();
    } else if (press.key === 'Escape') {
      event.stopPropagation();
      onDone();
    }
  };
  return (
    <div className={styles.edit}>
      <AttachmentChips
        attachments={attached}
        onRemove={(attachment) => setTaken(new Set([...taken, attachmentKey(attachment)]))}
      />
      <textarea
        autoFocus
        className={styles.input}
        aria-label={words.chats.editLabel}
        value={edited}
        onChange={(event) => store.setEdit(message.id, event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.foot}>
        <span className={styles.hint}>{words.chats.editHint}</span>
        <Button onClick={onDone}>{words.app.cancel}</Button>
        <Button look="primary" disabled={!ready} waiting={send.slow} onClick={() => void resend()}>
          {words.chats.sendAgain}
        </Button>
      </div>
      <ErrorNote message={send.error} />
    </div>
  );
}
