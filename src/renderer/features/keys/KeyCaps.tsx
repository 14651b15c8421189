import { usePage } from '../../store/store-context.js';
import { keyNames } from './key-names.js';
import type { Chord } from './shortcuts.js';
import styles from './KeyCaps.module.css';

/** A chord as its keys. */
export function KeyCaps({ chord }: { readonly chord: Chord }) {
  const platform = usePage((page) => page.platform);
  return (
    <span className={styles.caps}>
      {keyNames(chord, platform).map((name) => (
        <kbd key={name} className={styles.cap}>
          {name}
        </kbd>
      ))}
    </span>
  );
}
