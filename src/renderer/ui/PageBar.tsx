import type { ReactNode } from 'react';
import styles from './PageBar.module.css';

/** The head of a page: its name, and what stands at the right. */
export function PageBar({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <header className={styles.bar}>
      <h1 className={styles.title} title={title}>
        {title}
      </h1>
      <div className={styles.end}>{children}</div>
    </header>
  );
}
