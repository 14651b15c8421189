import { useState, type KeyboardEvent } from 'react';
import type { MessageId } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { isComposing, isSendKey } from '../../ui/keys.js';
import { keyPressOf } from '../../ui/TextInput.js';
import styles from './EditMessage.module.css';

interface EditMessageProps {
  readonly messageId: MessageId;
  readonly text: string;
  readonly onDone: () => void;
}

/** A message of the user, to be said in other words. Enter sends it, Escape leaves it as it was. */
export function EditMessage({ messageId, text, onDone }: EditMessageProps) {
  const words = useWords();
  const [edited, setEdited] = useState(text);
  const conversationId = usePage((page) => (page.conversation.kind === 'open' ? page.conversation.id : undefined));
  const send = useCommand((commands) =>
    commands['chat.resend']({ conversationId: conversationId ?? '', messageId, text: edited }),
  );
  const ready = edited.trim() !== '' && conversationId !== undefined && !send.busy;
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
      <textarea
        autoFocus
        className={styles.input}
        aria-label={words.chats.editLabel}
        value={edited}
        onChange={(event) => setEdited(event.target.value)}
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
