import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import styles from './Badge.module.css';

export type BadgeTone = 'ok' | 'danger' | 'warn' | 'neutral' | 'accent';

interface BadgeProps {
  readonly tone: BadgeTone;
  readonly children: ReactNode;
  /** Who says so; shown when the pointer rests on it, read after the word. */
  readonly tip?: string;
}

/** A fact in a word; its colour only supports the word. */
export function Badge({ tone, children, tip }: BadgeProps) {
  const className = classNames(styles.badge, styles[tone]);
  if (tip === undefined) return <span className={className}>{children}</span>;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={<span className={className} aria-description={tip} />}>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className={styles.positioner}>
          <Tooltip.Popup className={styles.tip}>{tip}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
