import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../../shared/visible-text.js';
import styles from './ErrorNote.module.css';

interface ErrorNoteProps {
  readonly message: string | undefined;
  readonly title?: string;
  readonly children?: ReactNode;
}

/** Why something was refused or failed, where it was asked for; `children` are the next steps. */
export function ErrorNote({ message, title, children }: ErrorNoteProps) {
  if (message === undefined && title === undefined) return null;
  return (
    <div className={styles.note} role="alert">
      <CircleAlert size={16} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        {title === undefined ? null : <strong>{title}</strong>}
        {message === undefined ? null : <div>{visibleText(message)}</div>}
      </div>
      {children === undefined ? null : <div className={styles.actions}>{children}</div>}
    </div>
  );
}
