import { memo } from 'react';
import type { UserMessage } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { HiddenText } from '../../ui/HiddenText.js';
import styles from './UserRow.module.css';

/** What the user wrote, as it was written. */
export const UserRow = memo(function UserRow({ message }: { readonly message: UserMessage }) {
  const words = useWords();
  return (
    <article className={styles.row}>
      <HiddenText>{words.chat.you}</HiddenText>
      <div className={styles.bubble}>{message.blocks.map((block) => block.text).join('\n')}</div>
    </article>
  );
});
