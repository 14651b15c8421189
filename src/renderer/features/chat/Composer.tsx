import { type ClipboardEvent, useEffect, useRef, type KeyboardEvent } from 'react';
import type { ConversationId } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { attachedTo } from '../../store/draft-verbs.js';
import { usePage, usePageStore } from '../../store/store-context.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { isSendKey } from '../../ui/keys.js';
import { keyPressOf } from '../../ui/TextInput.js';
import { AttachmentChips } from './AttachmentChips.js';
import { ComposerTools } from './ComposerTools.js';
import { pastedFiles } from './dragged-files.js';
import { MessageQueue } from './MessageQueue.js';
import { OfferList } from './OfferList.js';
import { OfferPicker } from './OfferPicker.js';
import type { Attaching } from './use-attach.js';
import { useOfferChoice } from './use-offer-choice.js';
import type { OfferMenu } from './use-offer-menu.js';
import { useQueue } from './use-queue.js';
import { useSend } from './use-send.js';
import styles from './Composer.module.css';

interface ComposerProps {
  readonly conversationId: ConversationId | undefined;
  readonly attaching: Attaching;
}

/** Where the user writes. Text and attachments are kept for each chat until they are sent. */
export function Composer({ conversationId, attaching }: ComposerProps) {
  const store = usePageStore();
  const draft = usePage((page) => page.drafts[conversationId ?? ''] ?? '');
  const attached = usePage((page) => attachedTo(page, conversationId));
  const running = useRunning();
  const send = useSend(conversationId);
  const queue = useQueue(conversationId);
  const offers = useOfferChoice(conversationId, draft);
  const ready = (draft.trim() !== '' || attached.length > 0) && !send.busy && attaching.busy === 0;
  const submit = (): void => {
    attaching.clear();
    if (running) queue(draft);
    else void send.run(draft);
  };
  return (
    <div className={styles.composer}>
      <div className={styles.column}>
        <ErrorNote message={send.error} />
        <ErrorNote message={attaching.problems.length === 0 ? undefined : attaching.problems.join('\n')} />
        {conversationId === undefined ? null : <MessageQueue conversationId={conversationId} />}
        <OfferList menu={offers.menu} />
        <div className={styles.box}>
          <AttachmentChips attachments={attached} onRemove={(one) => store.detach(conversationId, one)} />
          <ComposerText
            conversationId={conversationId}
            draft={draft}
            running={running}
            menu={offers.menu}
            onFiles={attaching.add}
            onSend={() => {
              if (ready) submit();
            }}
          />
          <ComposerTools attaching={attaching} running={running} ready={ready} waiting={send.slow} onSubmit={submit} />
        </div>
      </div>
      <OfferPicker offer={offers.chosen} onClose={offers.close} onInsert={offers.insert} />
    </div>
  );
}

interface ComposerTextProps {
  readonly conversationId: ConversationId | undefined;
  readonly draft: string;
  readonly running: boolean;
  readonly menu: OfferMenu;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSend: () => void;
}

/** The text itself. Keys go to the list over it first; pictures and files that are pasted become attachments. */
function ComposerText({ conversationId, draft, running, menu, onFiles, onSend }: ComposerTextProps) {
  const words = useWords();
  const store = usePageStore();
  const input = useComposerFocus();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (menu.onKeyDown(event) || !isSendKey(keyPressOf(event))) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <textarea
      ref={input}
      className={styles.input}
      rows={1}
      aria-label={words.chat.input}
      {...listOf(menu)}
      placeholder={running ? words.turn.queuePlaceholder : words.chat.placeholder}
      value={draft}
      onChange={(event) => store.setDraft(conversationId, event.target.value)}
      onSelect={({ currentTarget: field }) => menu.moveCaret(caretOf(field))}
      onBlur={() => menu.moveCaret(undefined)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

function useRunning(): boolean {
  return usePage((page) => page.conversation.kind === 'open' && page.conversation.state.turn.kind === 'running');
}

/** Where the caret stands; undefined where a range is selected. */
function caretOf({ selectionStart, selectionEnd }: HTMLTextAreaElement): number | undefined {
  return selectionStart === selectionEnd ? selectionStart : undefined;
}

/** What ties the text to the list over it, while there is one. */
function listOf({ token, shown, active, listId, optionId }: OfferMenu) {
  if (token === undefined) return {};
  return {
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    'aria-activedescendant': shown.length === 0 ? undefined : optionId(active),
  } as const;
}

/** The caret goes to the composer when a chat opens, and when an example has filled it. */
function useComposerFocus() {
  const input = useRef<HTMLTextAreaElement>(null);
  const asked = usePage((page) => page.composerFocus);
  useEffect(() => {
    const field = input.current;
    if (field === null || asked < 0) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [asked]);
  return input;
}
