import { memo, useState } from 'react';
import type { UserMessage } from '../../../shared/conversation.js';
import { hookWords, ownText } from '../../../shared/hook-words.js';
import { visibleProse } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage, usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import { HiddenText } from '../../ui/HiddenText.js';
import { AddedByHook } from './AddedByHook.js';
import { EditMessage } from './EditMessage.js';
import { MessageActions } from './MessageActions.js';
import { MessageParts } from './MessageParts.js';
import styles from './UserRow.module.css';

/** Characters of a message that are shown before “Show more”: a pasted page must not push the answer out of sight. */
const FIRST = 3000;

/** What the user wrote, as it was written; what hides in it is shown, as it went to the model. */
export const UserRow = memo(function UserRow({ message }: { readonly message: UserMessage }) {
  const words = useWords();
  const [whole, setWhole] = useState(false);
  const store = usePageStore();
  const editing = usePage((page) => page.edits[message.id] !== undefined);
  // The field goes with the focus, and what opened it may not be there: the caret is where the next message is written.
  const done = (): void => {
    store.setEdit(message.id, undefined);
    store.focusComposer();
  };
  const text = ownText(message);
  const added = message.blocks.flatMap((block) => (block.type === 'text' ? (hookWords(block.text) ?? []) : []));
  const attached = message.blocks.some((block) => block.type === 'file' || block.source !== undefined);
  const isOwn = text !== '' || attached || added.length === 0;
  const shown = whole ? text : text.slice(0, FIRST);
  return (
    <article data-message={message.id} className={styles.row}>
      {isOwn ? <HiddenText>{words.chat.you}</HiddenText> : null}
      {editing ? <EditMessage message={message} onDone={done} /> : <MessageParts blocks={message.blocks} />}
      <div className={styles.bubble} hidden={editing || text === ''}>
        {visibleProse(shown)}
        {shown.length === text.length ? null : (
          <div className={styles.rest}>
            {words.call.shown(shown.length.toLocaleString('en'), text.length.toLocaleString('en'))}
            <Button onClick={() => setWhole(true)}>{words.call.showMore}</Button>
          </div>
        )}
      </div>
      {added.map((said, index) => (
        <AddedByHook key={index} said={said} />
      ))}
      {editing ? null : (
        <MessageActions message={message} {...(isOwn ? { onEdit: () => store.setEdit(message.id, text) } : {})} />
      )}
    </article>
  );
});
