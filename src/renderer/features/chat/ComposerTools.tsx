import { ArrowUp, Folder, ListPlus, Paperclip, Square } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePage, usePageStore } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button, IconButton } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Spinner } from '../../ui/Spinner.js';
import { lastFolder } from './last-folder.js';
import type { Attaching } from './use-attach.js';
import styles from './ComposerTools.module.css';

interface ComposerToolsProps {
  readonly attaching: Attaching;
  readonly running: boolean;
  /** There is something to send. */
  readonly ready: boolean;
  readonly waiting: boolean;
  /** Sends what was written, or queues it while a turn runs. */
  readonly onSubmit: () => void;
}

/** The buttons below the text: what can be added on the left, what becomes of it on the right. */
export function ComposerTools({ attaching, running, ready, waiting, onSubmit }: ComposerToolsProps) {
  const words = useWords();
  const store = usePageStore();
  // Each of these buttons makes room for another: the focus would be lost with it.
  const submit = (): void => {
    onSubmit();
    store.focusComposer();
  };
  return (
    <div className={styles.tools}>
      <div className={styles.left}>
        <AttachButton attaching={attaching} />
        <WorkspaceButton />
      </div>
      {running ? (
        <WhileRunning ready={ready} onQueue={submit} />
      ) : (
        <Button
          look="primary"
          icon={<ArrowUp size={16} aria-hidden="true" />}
          disabled={!ready}
          waiting={waiting}
          onClick={submit}
        >
          {words.chat.send}
        </Button>
      )}
    </div>
  );
}

/** Chooses files; what the system's dialog gives goes the way of those that are dropped. */
function AttachButton({ attaching }: { readonly attaching: Attaching }) {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={attaching.busy === 0 ? words.attach.add : words.attach.preparing(attaching.busy)}
        icon={attaching.busy === 0 ? <Paperclip size={16} aria-hidden="true" /> : <Spinner />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget: field }) => {
          attaching.add([...(field.files ?? [])]);
          field.value = ''; // the same file can be chosen again
        }}
      />
    </>
  );
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
      onClick={() => {
        store.stopTurn();
        store.focusComposer();
      }}
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
