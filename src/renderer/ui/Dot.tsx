import { classNames } from './class-names.js';
import styles from './Dot.module.css';

export type DotState = 'off' | 'wait' | 'ok' | 'bad';

/** A state's colour. Never alone: the word stands beside it. */
export function Dot({ state }: { readonly state: DotState }) {
  return <span className={classNames(styles.dot, styles[state])} aria-hidden="true" />;
}
