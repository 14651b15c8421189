import { createContext, isValidElement, useContext, useRef, type ReactNode } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { CopyButton } from '../../ui/CopyButton.js';
import { codeLanguage } from '../code/code-language.js';
import { usePaintedCode } from '../code/painted-code.js';
import styles from './CodeBlock.module.css';

/** True around text that still grows: code in it is not finished, so it stays plain. */
export const GrowingText = createContext(false);

/** A block of code with its language and a copy button. It is coloured when it is whole. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const words = useWords();
  const code = useRef<HTMLPreElement>(null);
  const growing = useContext(GrowingText);
  const name = languageOf(children);
  usePaintedCode(code, textOf(children), growing ? undefined : codeLanguage(name));
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <span>{name ?? words.chat.code}</span>
        <CopyButton text={() => code.current?.textContent ?? ''} />
      </div>
      <pre ref={code} className={styles.code} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

function textOf(children: ReactNode): string {
  if (!isValidElement<{ children?: unknown }>(children)) return '';
  return typeof children.props.children === 'string' ? children.props.children : '';
}

function languageOf(children: ReactNode): string | undefined {
  if (!isValidElement<{ className?: unknown }>(children)) return undefined;
  const { className } = children.props;
  return typeof className === 'string' ? /language-(\S+)/.exec(className)?.[1] : undefined;
}
