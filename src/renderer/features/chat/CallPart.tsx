import type { ReactNode } from 'react';
import styles from './CallPart.module.css';

interface CallPartProps {
  readonly label: string;
  /** The parts inside say themselves what they are: the name is only read aloud. */
  readonly quiet?: boolean;
  readonly children?: ReactNode;
}

/** A named part of an open tool card. */
export function CallPart({ label, quiet = false, children }: CallPartProps) {
  return (
    <div className={styles.part} role="group" aria-label={label}>
      {quiet ? null : (
        <div className={styles.label} aria-hidden="true">
          {label}
        </div>
      )}
      {children}
    </div>
  );
}
