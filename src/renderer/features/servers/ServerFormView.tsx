import { useEffect, useRef, useState } from 'react';
import type { GatehouseBridge } from '../../../shared/ipc/bridge.js';
import type { ServerView } from '../../../shared/server.js';
import { useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Choice } from '../../ui/Choice.js';
import { Field } from '../../ui/Field.js';
import { ModalBody, ModalFoot } from '../../ui/Modal.js';
import { TextInput } from '../../ui/TextInput.js';
import { Toggle } from '../../ui/Toggle.js';
import { AdvancedFields } from './AdvancedFields.js';
import type { FormPartProps } from './form-part.js';
import { ProgramFields } from './ProgramFields.js';
import { RemoteFields } from './RemoteFields.js';
import { formOf, problemsOf, saveInput, type FormProblem, type ServerForm } from './server-form.js';
import styles from './ServerFormView.module.css';

const KINDS = ['stdio', 'http', 'websocket'] as const;

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
  const [tries, setTries] = useState(0);
  const body = useRef<HTMLDivElement>(null);
  const save = useCommand((commands) => commands['servers.save'](saveInput(form, server?.id)));
  const problems = tries > 0 ? problemsOf(form) : [];
  useEffect(() => {
    if (tries === 0) return;
    const first = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const folded = first?.closest('details');
    if (folded) folded.open = true;
    first?.focus();
  }, [tries]);
  const change = (part: Partial<ServerForm>): void => setForm((before) => ({ ...before, ...part }));
  const submit = async (connect: boolean): Promise<void> => {
    setTries((before) => before + 1);
    if (problemsOf(form).length > 0) return;
    const saved = await save.run();
    if (saved === undefined) return;
    onSaved(saved.id);
    if (!connect) return;
    // The form has closed: a start that failed is told by the server's state, a refusal before that by a note.
    const answer = await store.bridge.commands['servers.connect']({ id: saved.id });
    const isTold = answer.ok || answer.error.code === 'cancelled' || (await tellsWhy(store.bridge, saved.id));
    if (!isTold) store.note(answer.error);
  };
  const part = { form, change, problems, onEnter: () => void submit(false) };
  return (
    <>
      <ModalBody ref={body}>
        <Fields {...part} />
        <Toggle
          label={words.serverForm.auto}
          checked={form.autoConnect}
          onChange={(autoConnect) => change({ autoConnect })}
        />
        <AdvancedFields {...part} />
        <p className={styles.hint}>{form.kind === 'stdio' ? words.server.firstStart : words.server.firstConnect}</p>
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

/** Whether the state of a server says what kept it from starting. Asked for: the event that tells it may still be on its way. */
async function tellsWhy({ commands }: GatehouseBridge, id: string): Promise<boolean> {
  const now = await commands['app.snapshot']({});
  const status = now.ok ? now.value.state.servers.find((server) => server.id === id)?.status : undefined;
  return status?.kind === 'failed' || status?.kind === 'sign-in-required';
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

/** The name, the kind, and what belongs to the kind. */
function Fields(props: FormPartProps) {
  const { form, change, problems, onEnter } = props;
  const { serverForm } = useWords();
  return (
    <>
      <Field label={serverForm.name} hint={serverForm.nameHint}>
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
      <Choice
        label={serverForm.kind}
        value={form.kind}
        options={KINDS.map((value) => ({ value, label: serverForm.kinds[value] }))}
        onChange={(kind) => change({ kind })}
      />
      {form.kind === 'stdio' ? <ProgramFields {...props} /> : <RemoteFields {...props} />}
    </>
  );
}
