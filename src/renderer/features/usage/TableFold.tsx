import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../i18n/words-context.js';
import styles from './UsageDialog.module.css';

/** A picture in words, folded, since it may be long; rendered when it is opened. */
export function TableFold({ children }: { readonly children: ReactNode }) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.head}>
        <ChevronRight size={16} aria-hidden="true" className={styles.arrow} />
        {words.budget.asTable}
      </summary>
      {open ? children : null}
    </details>
  );
}
