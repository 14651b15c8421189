import type { ReactNode } from 'react';
import styles from './CallPart.module.css';

/** A named part of an open tool card. */
export function CallPart({ label, children }: { readonly label: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.part} role="group" aria-label={label}>
      <div className={styles.label} aria-hidden="true">
        {label}
      </div>
      {children}
    </div>
  );
}
