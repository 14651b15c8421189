import { Check, Copy } from 'lucide-react';
import { isValidElement, useRef, useState, type ReactNode } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { IconButton } from '../../ui/Button.js';
import styles from './CodeBlock.module.css';

/** A block of code with its language and a copy button. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const words = useWords();
  const code = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code.current?.textContent ?? '');
      setCopied('yes');
    } catch {
      setCopied('refused');
    }
  };
  const label = { no: words.app.copy, yes: words.app.copied, refused: words.app.copyFailed }[copied];
  const icon = copied === 'yes' ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />;
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <span>{languageOf(children) ?? words.chat.code}</span>
        <IconButton label={label} icon={icon} onClick={() => void copy()} onBlur={() => setCopied('no')} />
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
