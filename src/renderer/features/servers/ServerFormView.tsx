import { useState } from 'react';
import type { ServerView } from '../../../shared/server.js';
import { useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { ModalBody, ModalFoot } from '../../ui/Modal.js';
import { TextInput } from '../../ui/TextInput.js';
import { Toggle } from '../../ui/Toggle.js';
import { ArgumentRows } from './ArgumentRows.js';
import { EnvironmentRows } from './EnvironmentRows.js';
import { formOf, problemsOf, saveInput, splitCommandLine, type FormProblem, type ServerForm } from './server-form.js';
import styles from './ServerFormView.module.css';

interface ServerFormViewProps {
  readonly server: ServerView | undefined;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** The form of one server. Saving starts nothing; connecting asks in a native dialog first. */
export function ServerFormView({ server, onClose, onSaved }: ServerFormViewProps) {
  const words = useWords();
  const store = usePageStore();
  const [form, setForm] = useState(() => formOf(server));
  const [checked, setChecked] = useState(false);
  const save = useCommand((commands) => commands['servers.save'](saveInput(form, server?.id)));
  const problems = checked ? problemsOf(form) : [];
  const change = (part: Partial<ServerForm>): void => setForm((before) => ({ ...before, ...part }));
  const submit = async (connect: boolean): Promise<void> => {
    setChecked(true);
    if (problemsOf(form).length > 0) return;
    const saved = await save.run();
    if (saved === undefined) return;
    onSaved(saved.id);
    if (!connect) return;
    // The dialog has closed: a failed connect is told by the server's state, a refused one by a note.
    const answer = await store.bridge.commands['servers.connect']({ id: saved.id });
    if (!answer.ok && answer.error.code !== 'cancelled') store.note(answer.error.message);
  };
  return (
    <>
      <ModalBody>
        <Basics form={form} change={change} problems={problems} onEnter={() => void submit(false)} />
        <EnvironmentRows rows={form.env} onChange={(env) => change({ env })} />
        <FolderAndStart form={form} change={change} />
        <p className={styles.hint}>{words.server.firstStart}</p>
      </ModalBody>
      <ModalFoot>
        <FormErrors problems={problems} refused={save.error} />
        <Button onClick={onClose}>{words.app.cancel}</Button>
        <Button waiting={save.slow} disabled={save.busy} onClick={() => void submit(false)}>
          {words.serverForm.save}
        </Button>
        <Button look="primary" disabled={save.busy} onClick={() => void submit(true)}>
          {words.serverForm.saveConnect}
        </Button>
      </ModalFoot>
    </>
  );
}

function FormErrors({
  problems,
  refused,
}: {
  readonly problems: readonly FormProblem[];
  readonly refused: string | undefined;
}) {
  const words = useWords();
  const message =
    problems.length > 0 ? problems.map((problem) => words.serverForm.problems[problem]).join('\n') : refused;
  if (message === undefined) return null;
  return (
    <div className={styles.errors}>
      <ErrorNote message={message} />
    </div>
  );
}

interface PartProps {
  readonly form: ServerForm;
  readonly change: (part: Partial<ServerForm>) => void;
}

interface BasicsProps extends PartProps {
  readonly problems: readonly FormProblem[];
  readonly onEnter: () => void;
}

function Basics({ form, change, problems, onEnter }: BasicsProps) {
  const words = useWords();
  const parts = splitCommandLine(form.command);
  return (
    <>
      <Field label={words.serverForm.name} hint={words.serverForm.nameHint}>
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            maxLength={100}
            value={form.name}
            bad={problems.includes('name')}
            onChange={(event) => change({ name: event.target.value })}
            onEnter={onEnter}
          />
        )}
      </Field>
      <Field label={words.serverForm.command} hint={words.serverForm.commandHint}>
        {(ids) => (
          <TextInput
            {...ids}
            mono
            value={form.command}
            bad={problems.includes('command')}
            onChange={(event) => change({ command: event.target.value })}
            onEnter={onEnter}
          />
        )}
      </Field>
      {parts === undefined ? null : (
        <div className={styles.split} role="status">
          <span>{words.serverForm.commandSplit}</span>
          <Button onClick={() => change({ command: parts[0] ?? '', args: [...parts.slice(1), ...form.args] })}>
            {words.serverForm.split}
          </Button>
        </div>
      )}
      <ArgumentRows args={form.args} onChange={(args) => change({ args })} />
    </>
  );
}

function FolderAndStart({ form, change }: PartProps) {
  const words = useWords();
  return (
    <>
      <Field label={words.serverForm.cwd} hint={words.serverForm.cwdHint}>
        {(ids) => (
          <TextInput {...ids} mono value={form.cwd} onChange={(event) => change({ cwd: event.target.value })} />
        )}
      </Field>
      <Toggle
        label={words.serverForm.auto}
        checked={form.autoConnect}
        onChange={(autoConnect) => change({ autoConnect })}
      />
    </>
  );
}
