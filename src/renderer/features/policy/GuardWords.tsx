import { X } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button, IconButton } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { TextInput } from '../../ui/TextInput.js';
import styles from './GuardWords.module.css';
import page from './TrustPage.module.css';

/** The words that make a tool always ask. Adding is free; main asks before one is taken out. */
export function GuardWords() {
  const words = useWords();
  const { shipped, added, removed } = useApp((app) => app.guard);
  const [word, setWord] = useState('');
  const add = useCommand((commands, next: string) => commands['policy.addGuardWord']({ word: next }));
  const takeOut = useCommand((commands, next: string) => commands['policy.removeGuardWord']({ word: next }));
  const kept = shipped.filter((item) => !removed.includes(item));
  const submit = async (): Promise<void> => {
    if (word.trim() !== '' && (await add.run(word.trim())) !== undefined) setWord('');
  };
  return (
    <section aria-label={words.guardWords.title}>
      <h2 className={page.title}>{words.guardWords.title}</h2>
      <p className={page.intro}>{words.guardWords.intro}</p>
      <div className={styles.box}>
        <h3 className={styles.name}>{words.guardWords.own}</h3>
        {added.length === 0 ? (
          <p className={page.empty}>{words.guardWords.noOwn}</p>
        ) : (
          <WordList items={added} label={words.guardWords.takeOut} onPress={(item) => void takeOut.run(item)} />
        )}
        <div className={styles.add}>
          <TextInput
            aria-label={words.guardWords.word}
            placeholder={words.guardWords.word}
            maxLength={60}
            value={word}
            onChange={(event) => setWord(event.target.value)}
            onEnter={() => void submit()}
          />
          <Button disabled={word.trim() === '' || add.busy} onClick={() => void submit()}>
            {words.guardWords.add}
          </Button>
        </div>
        <ErrorNote message={add.error ?? takeOut.error} />
        {removed.length === 0 ? null : (
          <>
            <h3 className={styles.name}>{words.guardWords.removed}</h3>
            <ul className={styles.words}>
              {removed.map((item) => (
                <li key={item}>
                  <Button aria-label={words.guardWords.putBack(item)} onClick={() => void add.run(item)}>
                    {visibleText(item)}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <details>
          <summary className={styles.summary}>{words.guardWords.shipped(kept.length)}</summary>
          <WordList items={kept} label={words.guardWords.takeOut} onPress={(item) => void takeOut.run(item)} />
        </details>
      </div>
    </section>
  );
}

interface WordListProps {
  readonly items: readonly string[];
  readonly label: (word: string) => string;
  readonly onPress: (word: string) => void;
}

function WordList({ items, label, onPress }: WordListProps) {
  return (
    <ul className={styles.words}>
      {items.map((item) => (
        <li key={item} className={styles.word}>
          {visibleText(item)}
          <IconButton label={label(item)} icon={<X size={12} aria-hidden="true" />} onClick={() => onPress(item)} />
        </li>
      ))}
    </ul>
  );
}
