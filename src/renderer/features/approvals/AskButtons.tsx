import { useState } from 'react';
import type { ApprovalId } from '../../../shared/approval.js';
import { useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { TextInput } from '../../ui/TextInput.js';
import styles from './AskButtons.module.css';

/** UTF-16 units that the host takes. */
const LONGEST = 1000;

interface AskButtonsProps {
  readonly approvalId: ApprovalId;
  /** True where its dialog is open; one that waits behind it has none to bring to the front. */
  readonly isOpen: boolean;
}

/** What the page can do about a question: deny it, with a sentence for the model, or bring its dialog to the front. */
export function AskButtons({ approvalId, isOpen }: AskButtonsProps) {
  const words = useWords();
  const [sentence, setSentence] = useState<string>();
  const deny = useCommand((commands) =>
    commands['approvals.deny'](sentence === undefined ? { id: approvalId } : { id: approvalId, sentence }),
  );
  const show = useCommand((commands) => commands['approvals.show']({ id: approvalId }));
  return (
    <div className={styles.buttons}>
      {sentence === undefined ? null : (
        <div className={styles.sentence}>
          <TextInput
            autoFocus
            aria-label={words.call.sentence}
            placeholder={words.call.sentenceHint}
            maxLength={LONGEST}
            value={sentence}
            onChange={(event) => setSentence(event.target.value)}
            onEnter={() => void deny.run()}
            onEscape={() => setSentence(undefined)}
          />
        </div>
      )}
      <Button waiting={deny.slow} disabled={deny.busy} onClick={() => void deny.run()}>
        {words.call.deny}
      </Button>
      {sentence === undefined ? <Button onClick={() => setSentence('')}>{words.call.sayWhy}</Button> : null}
      {isOpen ? (
        <Button look="primary" waiting={show.slow} onClick={() => void show.run()}>
          {words.call.openDialog}
        </Button>
      ) : null}
      <ErrorNote message={deny.error ?? show.error} />
    </div>
  );
}
