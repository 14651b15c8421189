import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../i18n/words-context.js';
import { IconButton } from './Button.js';

interface CopyButtonProps {
  /** What it copies, asked when it is pressed. */
  readonly text: () => string;
  /** Its name; “Copy” without one. */
  readonly label?: string;
}

/** Copies a text, and says whether the system took it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const words = useWords();
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied('yes');
    } catch {
      setCopied('refused');
    }
  };
  const says = { no: label ?? words.app.copy, yes: words.app.copied, refused: words.app.copyFailed }[copied];
  const icon = copied === 'yes' ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />;
  return <IconButton label={says} icon={icon} onClick={() => void copy()} onBlur={() => setCopied('no')} />;
}
