import { ArrowUp, Paperclip, Pencil, X } from 'lucide-react';
import { queuedAttachments } from '../../../shared/attachment.js';
import type { ConversationId, QueuedMessage, UserBlock } from '../../../shared/conversation.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage, usePageStore } from '../../store/store-context.js';
import { IconButton } from '../../ui/Button.js';
import styles from './MessageQueue.module.css';

const NONE: readonly QueuedMessage[] = [];

/** What was said while the turn ran, in the order in which it will be sent; each can be changed, taken out or sent now. */
export function MessageQueue({ conversationId }: { readonly conversationId: ConversationId }) {
  const words = useWords();
  const queue = usePage((page) => (page.conversation.kind === 'open' ? (page.conversation.state.queue ?? NONE) : NONE));
  if (queue.length === 0) return null;
  return (
    <ul className={styles.queue} aria-label={words.turn.queued}>
      {queue.map((message) => (
        <Queued key={message.id} message={message} conversationId={conversationId} />
      ))}
    </ul>
  );
}

const NO_PARTS: readonly UserBlock[] = [];

function partName(part: UserBlock): string {
  return visibleText(part.type === 'file' ? part.file.name : (part.source?.given.name ?? ''));
}

interface QueuedProps {
  readonly message: QueuedMessage;
  readonly conversationId: ConversationId;
}

function Queued({ message: { id: queuedId, text, parts = NO_PARTS }, conversationId }: QueuedProps) {
  const words = useWords();
  const store = usePageStore();
  const running = usePage(
    (page) => page.conversation.kind === 'open' && page.conversation.state.turn.kind === 'running',
  );
  const { commands } = store.bridge;
  const told = (work: Promise<void>): void => void work.catch((error: unknown) => store.note(String(error)));
  const takeOut = async (edit: boolean): Promise<void> => {
    const answer = await commands['chat.unqueue']({ conversationId, queuedId });
    if (!answer.ok) return store.note(answer.error);
    if (!edit) return undefined;
    const { drafts } = store.state.getState();
    const draft = drafts[conversationId] ?? '';
    store.setDraft(conversationId, draft.trim() === '' ? text : `${text}\n\n${draft}`);
    store.attach(conversationId, queuedAttachments(parts));
    return store.focusComposer();
  };
  const send = async (): Promise<void> => {
    const answer = await commands['chat.sendQueued']({ conversationId, queuedId });
    if (!answer.ok) store.note(answer.error);
  };
  return (
    <li className={styles.queued}>
      {parts.length === 0 ? null : (
        <span className={styles.parts} title={parts.map(partName).join(', ')}>
          <Paperclip size={16} aria-hidden="true" />
          {text === '' ? parts.map(partName).join(', ') : parts.length}
        </span>
      )}
      <span className={styles.text}>{text}</span>
      <IconButton
        label={words.turn.editQueued}
        icon={<Pencil size={16} aria-hidden="true" />}
        onClick={() => told(takeOut(true))}
      />
      <IconButton
        label={running ? words.turn.sendNow : words.turn.sendQueued}
        icon={<ArrowUp size={16} aria-hidden="true" />}
        onClick={() => told(send())}
      />
      <IconButton
        label={words.turn.removeQueued}
        icon={<X size={16} aria-hidden="true" />}
        onClick={() => told(takeOut(false))}
      />
    </li>
  );
}
