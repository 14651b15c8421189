import { Info, X } from 'lucide-react';
import { visibleText } from '../../shared/visible-text.js';
import { errorText } from '../i18n/error-text.js';
import { usePageLanguage, useWords } from '../i18n/words-context.js';
import type { PageNote } from '../store/page-state.js';
import { useApp, usePage, usePageStore } from '../store/store-context.js';
import { useCommand } from '../store/use-command.js';
import { Button, IconButton } from '../ui/Button.js';
import styles from './Notices.module.css';

/** What the user should know that belongs to no one place: the host's notices, and errors of this page's links. */
export function Notices() {
  const words = useWords();
  const language = usePageLanguage();
  const store = usePageStore();
  const notices = useApp((app) => app.notices);
  const notes = usePage((page) => page.notes);
  const dismiss = useCommand((commands, id: string) => commands['notices.dismiss']({ id }));
  if (notices.length === 0 && notes.length === 0) return null;
  return (
    <section className={styles.bar} aria-label={words.nav.notices}>
      {notices.map((notice) => (
        <Line key={notice.id} message={errorText(notice, language)} onDismiss={() => void dismiss.run(notice.id)} />
      ))}
      {notes.map((note) => (
        <Line
          key={note.id}
          message={typeof note.message === 'string' ? note.message : errorText(note.message, language)}
          action={note.action}
          onDismiss={() => store.dismissNote(note.id)}
        />
      ))}
      {dismiss.error === undefined ? null : <div role="alert">{dismiss.error}</div>}
    </section>
  );
}

interface LineProps {
  readonly message: string;
  readonly action?: PageNote['action'];
  readonly onDismiss: () => void;
}

function Line({ message, action, onDismiss }: LineProps) {
  const words = useWords();
  const act = (): void => {
    action?.run();
    onDismiss();
  };
  return (
    <div className={styles.line} role="status">
      <Info size={16} aria-hidden="true" />
      <span className={styles.text}>{visibleText(message)}</span>
      {action === undefined ? null : <Button onClick={act}>{action.label}</Button>}
      <IconButton label={words.app.dismiss} icon={<X size={16} aria-hidden="true" />} onClick={onDismiss} />
    </div>
  );
}
