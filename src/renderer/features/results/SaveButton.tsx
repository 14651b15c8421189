import { Download } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { useResultPlace } from './result-place.js';
import styles from './Result.module.css';

/** Saves a block of the result as a file. The system’s dialog asks where, and before anything is written over. */
export function SaveButton({ block }: { readonly block: number }) {
  const words = useWords();
  const place = useResultPlace();
  const [saved, setSaved] = useState<string>();
  const save = useCommand((commands) => commands['calls.save']({ ...place, block }));
  const run = async (): Promise<void> => {
    const answer = await save.run();
    if (answer !== undefined) setSaved(answer.path);
  };
  return (
    <>
      <Button
        look="quiet"
        icon={<Download size={16} aria-hidden="true" />}
        disabled={save.busy}
        onClick={() => void run()}
      >
        {words.card.save}
      </Button>
      {saved === undefined ? null : (
        <span className={styles.note} role="status">
          {words.card.savedAs(visibleText(saved))}
        </span>
      )}
      <ErrorNote message={save.error} />
    </>
  );
}
