import { ArrowUp, Folder, ListPlus, Square } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { ConversationId } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePage, usePageStore } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { isSendKey } from '../../ui/keys.js';
import { keyPressOf } from '../../ui/TextInput.js';
import { lastFolder } from './last-folder.js';
import { MessageQueue } from './MessageQueue.js';
import { useSend } from './use-send.js';
import styles from './Composer.module.css';

/** Where the user writes. The text is kept for each chat until it is sent. */
export function Composer({ conversationId }: { readonly conversationId: ConversationId | undefined }) {
  const words = useWords();
  const store = usePageStore();
  const draft = usePage((page) => page.drafts[conversationId ?? ''] ?? '');
  const running = usePage(
    (page) => page.conversation.kind === 'open' && page.conversation.state.turn.kind === 'running',
  );
  const send = useSend(conversationId);
  const input = useComposerFocus();
  const queue = useQueue(conversationId);
  const ready = draft.trim() !== '' && !send.busy;
  const submit = (): void => (running ? queue(draft) : void send.run(draft));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isSendKey(keyPressOf(event))) return;
    event.preventDefault();
    if (ready) submit();
  };
  return (
    <div className={styles.composer}>
      <div className={styles.column}>
        <ErrorNote message={send.error} />
        {conversationId === undefined ? null : <MessageQueue conversationId={conversationId} />}
        <div className={styles.box}>
          <textarea
            ref={input}
            className={styles.input}
            rows={1}
            aria-label={words.chat.input}
            placeholder={running ? words.turn.queuePlaceholder : words.chat.placeholder}
            value={draft}
            onChange={(event) => store.setDraft(conversationId, event.target.value)}
            onKeyDown={onKeyDown}
          />
          <div className={styles.tools}>
            <WorkspaceButton />
            {running ? (
              <WhileRunning ready={ready} onQueue={submit} />
            ) : (
              <Button
                look="primary"
                icon={<ArrowUp size={16} aria-hidden="true" />}
                disabled={!ready}
                waiting={send.slow}
                onClick={submit}
              >
                {words.chat.send}
              </Button>
            )}
          </div>
        </div>
      </div>
    </div>
  );
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

/** Puts what was written into the queue; what is refused comes back, unless something else stands there now. */
function useQueue(conversationId: ConversationId | undefined): (text: string) => void {
  const store = usePageStore();
  const queue = async (id: ConversationId, text: string): Promise<void> => {
    store.setDraft(id, '');
    const answer = await store.bridge.commands['chat.queue']({ conversationId: id, text });
    if (answer.ok) return;
    store.restoreDraft(id, text);
    store.note(answer.error.message);
  };
  return (text) => {
    if (conversationId !== undefined) queue(conversationId, text).catch((error: unknown) => store.note(String(error)));
  };
}

/** What was written can be queued, and the turn stopped. */
function WhileRunning({ ready, onQueue }: { readonly ready: boolean; readonly onQueue: () => void }) {
  const words = useWords();
  return (
    <div className={styles.while}>
      {ready ? (
        <Button icon={<ListPlus size={16} aria-hidden="true" />} onClick={onQueue}>
          {words.turn.queue}
        </Button>
      ) : null}
      <StopButton />
    </div>
  );
}

function StopButton() {
  const words = useWords();
  const store = usePageStore();
  const mac = usePage((page) => page.platform === 'darwin');
  return (
    <Button
      look="primary"
      icon={<Square size={16} fill="currentColor" aria-hidden="true" />}
      title={mac ? '⌘ .' : 'Ctrl .'}
      onClick={() => store.stopTurn()}
    >
      {words.chat.stop}
    </Button>
  );
}

function WorkspaceButton() {
  const words = useWords();
  const workspace = useApp((app) => app.settings.workspace);
  const pick = useCommand((commands) => commands['workspace.pick']({}));
  return (
    <div className={styles.workspace}>
      <Button
        look="quiet"
        icon={<Folder size={16} aria-hidden="true" />}
        title={workspace === '' ? undefined : workspace}
        onClick={() => void pick.run()}
      >
        {workspace === '' ? words.chat.pickWorkspace : words.chat.workspace(lastFolder(workspace))}
      </Button>
      <ErrorNote message={pick.error} />
    </div>
  );
}
