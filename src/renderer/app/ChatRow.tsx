import { Menu } from '@base-ui/react/menu';
import { Ellipsis, FileBraces, FileText, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ConversationSummary } from '../../shared/conversation.js';
import { useWords } from '../i18n/words-context.js';
import { chatName, chatVerbs } from '../store/chat-verbs.js';
import { useApp, usePage, usePageStore } from '../store/store-context.js';
import { useCommand } from '../store/use-command.js';
import { classNames } from '../ui/class-names.js';
import { Dot } from '../ui/Dot.js';
import { ErrorNote } from '../ui/ErrorNote.js';
import { HiddenText } from '../ui/HiddenText.js';
import popup from '../ui/Popup.module.css';
import { TextInput } from '../ui/TextInput.js';
import styles from './ChatRow.module.css';

interface ChatRowProps {
  readonly conversation: ConversationSummary;
  readonly onOpen?: () => void;
}

/** One chat of the list, with a mark where it waits for a decision. */
export function ChatRow({ conversation, onOpen }: ChatRowProps) {
  const words = useWords();
  const store = usePageStore();
  const here = usePage((page) => page.route.page === 'chat' && page.route.conversationId === conversation.id);
  const waits = useApp((app) => app.approvals.some((approval) => approval.conversationId === conversation.id));
  const [renaming, setRenaming] = useState(false);
  const title = chatName(conversation.title, words);
  if (renaming) return <RenameRow conversation={conversation} onDone={() => setRenaming(false)} />;
  const open = (): void => {
    store.go({ page: 'chat', conversationId: conversation.id });
    onOpen?.();
  };
  return (
    <li className={classNames(styles.row, here && styles.on)}>
      <button
        type="button"
        className={styles.open}
        aria-current={here ? 'page' : undefined}
        title={title}
        onClick={open}
      >
        <span className={styles.title}>{title}</span>
        {waits ? <Dot state="wait" /> : null}
        {waits ? <HiddenText>{words.nav.waiting}</HiddenText> : null}
      </button>
      <RowMenu conversation={conversation} title={title} onRename={() => setRenaming(true)} />
    </li>
  );
}

interface RowMenuProps {
  readonly conversation: ConversationSummary;
  readonly title: string;
  readonly onRename: () => void;
}

function RowMenu({ conversation, title, onRename }: RowMenuProps) {
  const words = useWords();
  const { pin, exportAs, remove } = chatVerbs(usePageStore(), words, conversation);
  const pinned = conversation.pinned === true;
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.more} aria-label={words.nav.chatMenu(title)}>
        <Ellipsis size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner} align="start" sideOffset={4}>
          <Menu.Popup className={popup.popup}>
            <Menu.Item className={popup.item} onClick={onRename}>
              <Pencil size={16} aria-hidden="true" /> {words.nav.rename}
            </Menu.Item>
            <Menu.Item className={popup.item} onClick={() => pin(!pinned)}>
              {pinned ? <PinOff size={16} aria-hidden="true" /> : <Pin size={16} aria-hidden="true" />}
              {pinned ? words.chats.unpin : words.chats.pin}
            </Menu.Item>
            <Menu.Item className={popup.item} onClick={() => exportAs('markdown')}>
              <FileText size={16} aria-hidden="true" /> {words.chats.exportMarkdown}
            </Menu.Item>
            <Menu.Item className={popup.item} onClick={() => exportAs('json')}>
              <FileBraces size={16} aria-hidden="true" /> {words.chats.exportJson}
            </Menu.Item>
            <Menu.Item className={classNames(popup.item, popup.danger)} onClick={remove}>
              <Trash2 size={16} aria-hidden="true" /> {words.nav.delete}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function RenameRow({
  conversation,
  onDone,
}: {
  readonly conversation: ConversationSummary;
  readonly onDone: () => void;
}) {
  const words = useWords();
  const [title, setTitle] = useState(conversation.title);
  const rename = useCommand((commands, next: string) =>
    commands['conversations.rename']({ id: conversation.id, title: next }),
  );
  const save = async (): Promise<void> => {
    const next = title.trim();
    if (next === '' || next === conversation.title) return onDone();
    if ((await rename.run(next)) !== undefined) onDone();
  };
  return (
    <li>
      <TextInput
        autoFocus
        aria-label={words.nav.renameLabel}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
        onEnter={() => void save()}
        onEscape={onDone}
        onBlur={() => void save()}
      />
      <ErrorNote message={rename.error} />
    </li>
  );
}
