import { Switch } from '@base-ui/react/switch';
import { useId, type ReactNode } from 'react';
import styles from './Toggle.module.css';

interface ToggleProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** The sentence that says what it means. */
  readonly children?: ReactNode;
}

/** A switch with its name and a sentence. It shows what `checked` says, not what was pressed. */
export function Toggle({ label, checked, onChange, disabled = false, children }: ToggleProps) {
  const id = useId();
  return (
    <div className={styles.toggle}>
      <Switch.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        className={styles.switch}
      >
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
      <div className={styles.words}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        {children === undefined ? null : (
          <p id={`${id}-text`} className={styles.text}>
            {children}
          </p>
        )}
      </div>
    </div>
  );
}
