import { Menu } from '@base-ui/react/menu';
import { Ellipsis, FileBraces, FileText, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
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
  const menu = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // The field goes with the focus: it is back on what led to it, where nobody took it elsewhere meanwhile.
  useEffect(() => {
    if (renaming || !hadFocus.current) return;
    hadFocus.current = false;
    menu.current?.focus();
  }, [renaming]);
  const title = chatName(conversation.title, words);
  if (renaming) {
    const done = (inField: boolean): void => {
      hadFocus.current = inField;
      setRenaming(false);
    };
    return <RenameRow conversation={conversation} onDone={done} />;
  }
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
        <RowTitle title={title} />
        {waits ? <Dot state="wait" /> : null}
        {waits ? <HiddenText>{words.nav.waiting}</HiddenText> : null}
      </button>
      <RowMenu ref={menu} conversation={conversation} title={title} onRename={() => setRenaming(true)} />
    </li>
  );
}

/** A number in brackets at the end, which tells a branch from its origin, stays where the title is cut. */
function RowTitle({ title }: { readonly title: string }) {
  const [, name = title, number] = /^(.+) (\(\d+\))$/su.exec(title) ?? [];
  return (
    <span className={styles.title}>
      <span className={styles.name}>{name}</span> {number === undefined ? null : <span>{number}</span>}
    </span>
  );
}

interface RowMenuProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly conversation: ConversationSummary;
  readonly title: string;
  readonly onRename: () => void;
}

function RowMenu({ ref, conversation, title, onRename }: RowMenuProps) {
  const words = useWords();
  const { pin, exportAs, remove } = chatVerbs(usePageStore(), words, conversation);
  const pinned = conversation.pinned === true;
  return (
    <Menu.Root>
      <Menu.Trigger ref={ref} className={styles.more} aria-label={words.nav.chatMenu(title)}>
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

interface RenameRowProps {
  readonly conversation: ConversationSummary;
  /** Whether the focus was still in the field. */
  readonly onDone: (inField: boolean) => void;
}

function RenameRow({ conversation, onDone }: RenameRowProps) {
  const words = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState(conversation.title);
  const rename = useCommand((commands, next: string) =>
    commands['conversations.rename']({ id: conversation.id, title: next }),
  );
  const done = (): void => onDone(document.activeElement === field.current);
  const save = async (): Promise<void> => {
    const next = title.trim();
    if (next === '' || next === conversation.title) return done();
    if ((await rename.run(next)) !== undefined) done();
  };
  return (
    <li>
      <TextInput
        ref={field}
        autoFocus
        aria-label={words.nav.renameLabel}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
        onEnter={() => void save()}
        onEscape={done}
        onBlur={() => void save()}
      />
      <ErrorNote message={rename.error} />
    </li>
  );
}
