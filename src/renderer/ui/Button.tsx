import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.js';
import { Spinner } from './Spinner.js';
import styles from './Button.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly icon?: ReactNode;
  /** Shows that the button's work goes on. */
  readonly waiting?: boolean;
}

/** A button with a word, and an icon before it where one helps. */
export function Button({ look = 'plain', icon, waiting = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...keepingFocus(rest)}
      className={classNames(styles.button, styles[look])}
      aria-busy={waiting || undefined}
    >
      {waiting ? <Spinner /> : icon}
      <span className={styles.words}>{children}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly look?: 'quiet' | 'primary' | 'plain';
}

/** A button that is only an icon; its name is read aloud and shown when the pointer rests. */
export function IconButton({ label, icon, look = 'quiet', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...keepingFocus(rest)}
      className={classNames(styles.button, styles.icon, styles[look])}
    >
      {icon}
    </button>
  );
}

/**
 * Off, but not for the browser: that takes the focus from a button that is switched off, as most are while their work goes
 * on, and who uses keys would begin anew. Tab passes it all the same.
 */
function keepingFocus({ disabled = false, ...rest }: ComponentProps<'button'>): ComponentProps<'button'> {
  return disabled ? { ...rest, 'aria-disabled': true, tabIndex: -1, onClick: undefined } : rest;
}
