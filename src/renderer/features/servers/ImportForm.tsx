import { useState } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { ModalBody, ModalFoot } from '../../ui/Modal.js';
import { TextArea } from '../../ui/TextInput.js';
import styles from './ServerFormView.module.css';

interface ImportFormProps {
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

const EXAMPLE = `{
  "mcpServers": {
    "notes": {
      "command": "node",
      "args": ["servers/notes/index.js", "/home/me/notes"]
    }
  }
}`;

/** Takes `mcpServers` JSON as other hosts write it. Main reads it; what is wrong with it is said here. */
export function ImportForm({ onClose, onSaved }: ImportFormProps) {
  const words = useWords();
  const [json, setJson] = useState('');
  const take = useCommand((commands) => commands['servers.import']({ json }));
  const submit = async (): Promise<void> => {
    const taken = await take.run();
    const first = taken?.ids[0];
    if (first !== undefined) onSaved(first);
    else if (taken !== undefined) onClose();
  };
  return (
    <>
      <ModalBody>
        <Field label={words.serverForm.json} hint={words.serverForm.jsonHint}>
          {(ids) => (
            <TextArea
              {...ids}
              mono
              rows={12}
              placeholder={EXAMPLE}
              value={json}
              onChange={(event) => setJson(event.target.value)}
            />
          )}
        </Field>
        <ErrorNote message={take.error} />
        <p className={styles.hint}>{words.server.firstStart}</p>
      </ModalBody>
      <ModalFoot>
        <Button onClick={onClose}>{words.app.cancel}</Button>
        <Button
          look="primary"
          disabled={json.trim() === '' || take.busy}
          waiting={take.slow}
          onClick={() => void submit()}
        >
          {words.serverForm.import}
        </Button>
      </ModalFoot>
    </>
  );
}
