import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import { IconButton } from '../../ui/Button.js';
import { TextInput } from '../../ui/TextInput.js';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Where the user writes what is searched for. Escape empties it; Ctrl or Cmd K comes here from anywhere. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const asked = usePage((page) => page.searchFocus);
  const answered = useRef(asked);
  useEffect(() => {
    if (asked === answered.current) return; // it has only just come to be seen
    answered.current = asked;
    input.current?.select();
  }, [asked]);
  return (
    <div className={styles.field} role="search">
      <Search size={14} aria-hidden="true" className={styles.icon} />
      <TextInput
        ref={input}
        aria-label={words.chats.search}
        placeholder={words.chats.search}
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // Empty, it leaves Escape to what it stands in.
        {...(value === '' ? {} : { onEscape: () => onChange('') })}
      />
      {value === '' ? null : (
        <span className={styles.clear}>
          <IconButton
            label={words.chats.clearSearch}
            icon={<X size={14} aria-hidden="true" />}
            onClick={() => onChange('')}
          />
        </span>
      )}
    </div>
  );
}
