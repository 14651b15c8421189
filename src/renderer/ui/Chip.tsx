import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import styles from './Chip.module.css';

/** A short standing fact, such as a state. */
export function Chip({
  warn = false,
  title,
  children,
}: {
  readonly warn?: boolean;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <span className={classNames(styles.chip, warn && styles.warn)} title={title}>
      {children}
    </span>
  );
}
