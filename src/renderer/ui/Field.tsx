import { useId, type ReactNode } from 'react';
import styles from './Field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Gets the ids to put on the control: `id`, and `aria-describedby`. */
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string }) => ReactNode;
}

/** A control with its name above it, and a hint or what is wrong below. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-below` })}
      <div id={`${id}-below`} className={styles.below}>
        {error === undefined ? hint : <span className={styles.error}>{error}</span>}
      </div>
    </div>
  );
}

/** Several controls under one name. */
export function FieldGroup({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      {children}
      {hint === undefined ? null : <div className={styles.below}>{hint}</div>}
    </fieldset>
  );
}
