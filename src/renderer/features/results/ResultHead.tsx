import type { ReactNode } from 'react';
import { visibleText } from '../../../shared/visible-text.js';
import styles from './Result.module.css';

/** What a block of a result is, and what can be done with it. */
export function ResultHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <span className={styles.title}>{visibleText(title)}</span>
      <span className={styles.end}>{children}</span>
    </div>
  );
}
