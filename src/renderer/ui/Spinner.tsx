import styles from './Spinner.module.css';

/** Says that something is going on; the words beside it say what. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
