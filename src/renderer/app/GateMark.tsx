import styles from './SideColumn.module.css';

/** The mark of the house: a gate under a roof. */
export function GateMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.mark}>
      <path d="M4 21V9l8-6 8 6v12" />
      <path d="M9 21v-6a3 3 0 0 1 6 0v6" />
    </svg>
  );
}
