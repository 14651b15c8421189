import { useRef, useState } from 'react';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { Button } from '../../ui/Button.js';
import type { CodeLanguage } from '../code/code-language.js';
import { usePaintedCode } from '../code/painted-code.js';
import styles from './LongText.module.css';

/** Characters shown at first, and with each press of “Show more”: a page must not stand still for 12 MB. */
const FIRST = 20_000;
const MORE = 200_000;

interface LongTextProps {
  readonly text: string;
  /** What it is written in, where it may be coloured. */
  readonly language?: CodeLanguage | undefined;
}

/** Text from outside, exactly, with invisible characters written out; a very long one in portions. */
export function LongText({ text, language }: LongTextProps) {
  const words = useWords();
  const [limit, setLimit] = useState(FIRST);
  const box = useRef<HTMLPreElement>(null);
  const cut = text.length > limit;
  const shown = visibleText(cut ? text.slice(0, limit) : text);
  usePaintedCode(box, shown, language);
  return (
    <>
      <pre ref={box} className={styles.text} tabIndex={0}>
        {shown}
      </pre>
      {cut ? (
        <div className={styles.rest}>
          {words.call.shown(limit.toLocaleString('en'), text.length.toLocaleString('en'))}
          <Button onClick={() => setLimit(limit + MORE)}>{words.call.showMore}</Button>
        </div>
      ) : null}
    </>
  );
}
