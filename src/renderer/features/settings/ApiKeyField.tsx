import { useState } from 'react';
import type { ApiKeyState } from '../../../shared/settings.js';
import type { Words } from '../../i18n/en.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import styles from './SettingsPage.module.css';

/** Sets or clears the key. It goes one way: a stored key never comes back to the page. */
export function ApiKeyField() {
  const words = useWords();
  const state = useApp((app) => app.apiKey);
  const [key, setKey] = useState('');
  const set = useCommand((commands) => commands['settings.setApiKey']({ key: key.trim() }));
  const clear = useCommand((commands) => commands['settings.clearApiKey']({}));
  const submit = async (): Promise<void> => {
    if (key.trim() !== '' && (await set.run()) !== undefined) setKey('');
  };
  return (
    <>
      <Field label={words.settings.key} hint={keyStateWords(state, words)}>
        {(ids) => (
          <div className={styles.line}>
            <div className={styles.long}>
              <TextInput
                {...ids}
                mono
                type="password"
                placeholder={words.settings.keyPlaceholder}
                value={key}
                onChange={(event) => setKey(event.target.value)}
                onEnter={() => void submit()}
              />
            </div>
            <Button disabled={key.trim() === '' || set.busy} waiting={set.slow} onClick={() => void submit()}>
              {words.settings.keySet}
            </Button>
            {state.kind === 'stored' || state.kind === 'session' ? (
              <Button look="danger" disabled={clear.busy} waiting={clear.slow} onClick={() => void clear.run()}>
                {words.settings.keyClear}
              </Button>
            ) : null}
          </div>
        )}
      </Field>
      <ErrorNote message={set.error ?? clear.error} />
    </>
  );
}

function keyStateWords(state: ApiKeyState, words: Words): string {
  return words.settings.keyState[state.kind === 'stored' ? state.protection : state.kind];
}
