import { useWords } from '../../i18n/words-context.js';
import { Button } from '../../ui/Button.js';
import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import { ArgumentRows } from './ArgumentRows.js';
import type { FormPartProps } from './form-part.js';
import { NamedValueRows } from './NamedValueRows.js';
import { SandboxFields } from './SandboxFields.js';
import { sameVariable, splitCommandLine, wrongRows } from './server-form.js';
import styles from './ServerFormView.module.css';

/** A server that is a program on this computer. */
export function ProgramFields({ form, change, problems, onEnter }: FormPartProps) {
  const { serverForm } = useWords();
  const parts = splitCommandLine(form.command);
  return (
    <>
      <Field label={serverForm.command} hint={serverForm.commandHint}>
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
          <span>{serverForm.commandSplit}</span>
          <Button onClick={() => change({ command: parts[0] ?? '', args: [...parts.slice(1), ...form.args] })}>
            {serverForm.split}
          </Button>
        </div>
      )}
      <ArgumentRows args={form.args} onChange={(args) => change({ args })} />
      <NamedValueRows
        called={{
          label: serverForm.env,
          hint: serverForm.envHint,
          keyOf: serverForm.envKey,
          valueOf: serverForm.envValue,
          keyPlaceholder: serverForm.keyPlaceholder,
          add: serverForm.addEnv,
          remove: serverForm.removeEnv,
        }}
        rows={form.env}
        wrong={problems.length === 0 ? [] : wrongRows(form.env, sameVariable)}
        onChange={(env) => change({ env })}
      />
      <Field label={serverForm.cwd} hint={serverForm.cwdHint}>
        {(ids) => (
          <TextInput {...ids} mono value={form.cwd} onChange={(event) => change({ cwd: event.target.value })} />
        )}
      </Field>
      <SandboxFields form={form} change={change} />
    </>
  );
}
