import { useState } from 'react';
import { HOOK_EVENTS, type HookConfig } from '../../../shared/hook.js';
import { useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { SelectBox } from '../../ui/SelectBox.js';
import { TextInput } from '../../ui/TextInput.js';
import { ArgumentRows } from '../servers/ArgumentRows.js';
import { wholeNumber } from '../settings/whole-number.js';
import styles from './HooksSection.module.css';

type Draft = Omit<HookConfig, 'id' | 'timeoutSeconds'> & { readonly timeout: string };

const EMPTY: Draft = { event: 'PreToolUse', command: '', args: [], server: '', tool: '', timeout: '30' };
/** Seconds. */
const TIMEOUT = { min: 1, max: 600 };

interface HookFormProps {
  /** Undefined for a new one. */
  readonly hook: HookConfig | undefined;
  readonly onDone: () => void;
}

/** The form of a hook. Saving shows the program in a native dialog first. */
export function HookForm({ hook, onDone }: HookFormProps) {
  const { hooks: words, app } = useWords();
  const [draft, setDraft] = useState<Draft>(() =>
    hook === undefined ? EMPTY : { ...hook, timeout: String(hook.timeoutSeconds) },
  );
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const timeoutSeconds = wholeNumber(draft.timeout, TIMEOUT.min, TIMEOUT.max);
  const save = useCommand((commands, seconds: number) => {
    const { event, command, args, server, tool } = draft;
    const id = hook === undefined ? {} : { id: hook.id };
    return commands['hooks.save']({ ...id, event, command, args: [...args], server, tool, timeoutSeconds: seconds });
  });
  const isReady = draft.command.trim() !== '' && timeoutSeconds !== undefined;
  const submit = async (): Promise<void> => {
    if (isReady && (await save.run(timeoutSeconds)) !== undefined) onDone();
  };
  return (
    <div className={styles.form}>
      <Fields draft={draft} change={change} isTimed={timeoutSeconds !== undefined} />
      <ErrorNote message={save.error} />
      <div className={styles.verbs}>
        <Button onClick={onDone}>{app.cancel}</Button>
        <Button look="primary" waiting={save.slow} disabled={save.busy || !isReady} onClick={() => void submit()}>
          {words.save}
        </Button>
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** The time limit is a number that can be taken. */
  readonly isTimed: boolean;
}

function Fields({ draft, change, isTimed }: FieldsProps) {
  const { hooks: words, serverForm, settings } = useWords();
  return (
    <>
      <Field label={words.event} hint={words.events[draft.event]}>
        {({ id }) => (
          <SelectBox
            id={id}
            label={words.event}
            value={draft.event}
            options={HOOK_EVENTS.map((value) => ({ value, label: value }))}
            onChange={(next) => change({ event: HOOK_EVENTS.find((known) => known === next) ?? draft.event })}
          />
        )}
      </Field>
      <Field label={serverForm.command} hint={words.commandHint}>
        {(ids) => (
          <TextInput
            {...ids}
            mono
            autoFocus
            value={draft.command}
            onChange={(event) => change({ command: event.target.value })}
          />
        )}
      </Field>
      <ArgumentRows args={draft.args} onChange={(args) => change({ args })} />
      {draft.event === 'PreToolUse' || draft.event === 'PostToolUse' ? (
        <Matchers draft={draft} change={change} />
      ) : null}
      <Field
        label={words.timeout}
        hint={words.timeoutHint}
        error={isTimed ? undefined : settings.range(TIMEOUT.min, TIMEOUT.max)}
      >
        {(ids) => (
          <TextInput
            {...ids}
            mono
            value={draft.timeout}
            onChange={(event) => change({ timeout: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function Matchers({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) {
  const { hooks: words } = useWords();
  return (
    <>
      <Field label={words.server} hint={words.serverHint}>
        {(ids) => (
          <TextInput {...ids} mono value={draft.server} onChange={(event) => change({ server: event.target.value })} />
        )}
      </Field>
      <Field label={words.tool} hint={words.toolHint}>
        {(ids) => (
          <TextInput {...ids} mono value={draft.tool} onChange={(event) => change({ tool: event.target.value })} />
        )}
      </Field>
    </>
  );
}
