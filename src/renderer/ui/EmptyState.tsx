import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  readonly title?: string;
  readonly text: string;
  /** The next step. */
  readonly children?: ReactNode;
}

/** What stands where a list has nothing yet. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {title === undefined ? null : <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </div>
  );
}
