import { useState } from 'react';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { Button } from '../../ui/Button.js';
import styles from './LongText.module.css';

/** Characters shown at first, and with each press of “Show more”: a page must not stand still for 12 MB. */
const FIRST = 20_000;
const MORE = 200_000;

/** Text from outside, exactly, with invisible characters written out; a very long one in portions. */
export function LongText({ text }: { readonly text: string }) {
  const words = useWords();
  const [limit, setLimit] = useState(FIRST);
  const shown = text.slice(0, limit);
  return (
    <>
      <pre className={styles.text} tabIndex={0}>
        {visibleText(shown)}
      </pre>
      {shown.length === text.length ? null : (
        <div className={styles.rest}>
          {words.call.shown(shown.length.toLocaleString('en'), text.length.toLocaleString('en'))}
          <Button onClick={() => setLimit(limit + MORE)}>{words.call.showMore}</Button>
        </div>
      )}
    </>
  );
}
