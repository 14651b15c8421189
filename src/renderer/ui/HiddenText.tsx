import type { ReactNode } from 'react';
import styles from './HiddenText.module.css';

/** Words for those who listen; where `live`, they are spoken when they change. */
export function HiddenText({ children, live = false }: { readonly children: ReactNode; readonly live?: boolean }) {
  return (
    <span className={styles.hidden} role={live ? 'status' : undefined}>
      {children}
    </span>
  );
}
