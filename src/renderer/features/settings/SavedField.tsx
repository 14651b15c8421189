import { useState } from 'react';
import { useWords } from '../../i18n/words-context.js';
import type { IpcResult } from '../../../shared/ipc/result.js';
import type { GatehouseBridge } from '../../../shared/ipc/bridge.js';
import { useCommand } from '../../store/use-command.js';
import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import styles from './SettingsPage.module.css';

interface SavedFieldProps {
  readonly label: string;
  readonly hint: string;
  /** What is stored. */
  readonly value: string;
  /** What is wrong with a text, or undefined. */
  readonly check?: (text: string) => string | undefined;
  readonly save: (commands: GatehouseBridge['commands'], text: string) => Promise<IpcResult<unknown>>;
  readonly short?: boolean;
}

/** A text that is saved when the field is left or Enter is pressed; Esc brings the stored one back. */
export function SavedField({ label, hint, value, check, save, short = false }: SavedFieldProps) {
  const words = useWords();
  const [draft, setDraft] = useState<string>();
  const [saved, setSaved] = useState(false);
  const command = useCommand(save);
  const problem = draft === undefined ? undefined : check?.(draft);
  const commit = async (): Promise<void> => {
    if (draft === undefined || problem !== undefined || command.busy) return;
    if (draft.trim() !== value) {
      if ((await command.run(draft.trim())) === undefined) return;
      setSaved(true);
    }
    setDraft(undefined);
  };
  return (
    <Field label={label} hint={hint} error={problem ?? command.error}>
      {(ids) => (
        <div className={styles.line}>
          <div className={short ? styles.short : styles.long}>
            <TextInput
              {...ids}
              mono
              bad={problem !== undefined}
              value={draft ?? value}
              onChange={(event) => {
                setDraft(event.target.value);
                setSaved(false);
              }}
              onEnter={() => void commit()}
              onEscape={() => setDraft(undefined)}
              onBlur={() => void commit()}
            />
          </div>
          <span role="status" className={styles.saved}>
            {saved ? words.settings.saved : ''}
          </span>
        </div>
      )}
    </Field>
  );
}
