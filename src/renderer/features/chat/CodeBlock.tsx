import { isValidElement, useRef, type ReactNode } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { CopyButton } from '../../ui/CopyButton.js';
import styles from './CodeBlock.module.css';

/** A block of code with its language and a copy button. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const words = useWords();
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <span>{languageOf(children) ?? words.chat.code}</span>
        <CopyButton text={() => code.current?.textContent ?? ''} />
      </div>
      <pre ref={code} className={styles.code} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

function languageOf(children: ReactNode): string | undefined {
  if (!isValidElement<{ className?: unknown }>(children)) return undefined;
  const { className } = children.props;
  return typeof className === 'string' ? /language-(\S+)/.exec(className)?.[1] : undefined;
}
