import { GitBranch, Pencil, RefreshCw } from 'lucide-react';
import { branded } from '../../../shared/brand.js';
import type { ChatMessage, ConversationId } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage, usePageStore } from '../../store/store-context.js';
import { IconButton } from '../../ui/Button.js';
import { CopyButton } from '../../ui/CopyButton.js';
import { TimelineButton } from '../timeline/TimelineButton.js';
import { UsageLine } from './UsageLine.js';
import styles from './MessageActions.module.css';

interface MessageActionsProps {
  readonly message: ChatMessage;
  /** Begins to edit it, where it is the user's. */
  readonly onEdit?: () => void;
}

/** What can be done with a message: copied, said or answered anew, gone on from in another chat. */
export function MessageActions({ message, onEdit }: MessageActionsProps) {
  const words = useWords();
  const idle = usePage((page) => page.conversation.kind === 'open' && page.conversation.state.turn.kind !== 'running');
  const last = usePage(
    (page) => page.conversation.kind === 'open' && page.conversation.state.messages.at(-1)?.id === message.id,
  );
  const { branch, regenerate } = useMessageCommands(message);
  return (
    <div className={styles.actions}>
      {textOf(message) === '' ? null : <CopyButton label={words.chats.copyMessage} text={() => textOf(message)} />}
      {onEdit === undefined || !idle ? null : (
        <IconButton label={words.chats.edit} icon={<Pencil size={16} aria-hidden="true" />} onClick={onEdit} />
      )}
      {message.role === 'assistant' && last && idle ? (
        <IconButton
          label={words.chats.regenerate}
          icon={<RefreshCw size={16} aria-hidden="true" />}
          onClick={regenerate}
        />
      ) : null}
      {message.role === 'assistant' && !message.complete ? null : (
        <IconButton label={words.chats.branch} icon={<GitBranch size={16} aria-hidden="true" />} onClick={branch} />
      )}
      {message.role === 'assistant' ? <TimelineButton messageId={message.id} /> : null}
      {message.role === 'assistant' ? <UsageLine message={message} /> : null}
    </div>
  );
}

/** A refusal becomes a note: the row may be gone by then. */
function useMessageCommands({ id: messageId }: ChatMessage) {
  const store = usePageStore();
  const { commands } = store.bridge;
  const open = (): ConversationId | undefined => {
    const { route } = store.state.getState();
    return route.page === 'chat' ? route.conversationId : undefined;
  };
  const branch = async (): Promise<void> => {
    const id = open();
    if (id === undefined) return;
    const answer = await commands['conversations.branch']({ id, messageId });
    if (!answer.ok) return store.note(answer.error);
    const made = branded<ConversationId>(answer.value.id);
    if (answer.value.draft !== undefined) store.setDraft(made, answer.value.draft);
    if (answer.value.attachments !== undefined) store.attach(made, answer.value.attachments);
    store.go({ page: 'chat', conversationId: made });
    store.focusComposer();
  };
  const regenerate = async (): Promise<void> => {
    const conversationId = open();
    if (conversationId === undefined) return;
    const answer = await commands['chat.regenerate']({ conversationId });
    if (!answer.ok) store.note(answer.error);
  };
  const told = (work: Promise<void>): void => void work.catch((error: unknown) => store.note(String(error)));
  return { branch: () => told(branch()), regenerate: () => told(regenerate()) };
}

function textOf({ blocks }: ChatMessage): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}
