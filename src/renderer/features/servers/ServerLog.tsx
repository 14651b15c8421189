import { useEffect, useRef } from 'react';
import type { ServerLogLine } from '../../../shared/server.js';
import { visibleText } from '../../../shared/visible-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import styles from './ServerLog.module.css';

interface ServerLogProps {
  readonly lines: readonly ServerLogLine[];
  /** Its name where it is not the whole log. */
  readonly label?: string;
}

/** The last lines of a server's stderr, and what it printed on stdout beside the protocol. Opens at the end. */
export function ServerLog({ lines, label }: ServerLogProps) {
  const words = useWords();
  const language = usePageLanguage();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current !== null && lines.length > 0) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  if (lines.length === 0) return <p className={styles.none}>{words.server.noLog}</p>;
  return (
    <div ref={box} className={styles.log} role="region" aria-label={label ?? words.server.log} tabIndex={0}>
      {lines.map((line, index) => (
        <div key={index} className={styles.line}>
          <time className={styles.quiet}>{new Date(line.at).toLocaleTimeString(language, { hourCycle: 'h23' })}</time>
          <span className={styles.quiet}>{words.server.source[line.source]}</span>
          <span className={styles.text}>{visibleText(line.text)}</span>
        </div>
      ))}
    </div>
  );
}
