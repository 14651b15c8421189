import { Plus, X } from 'lucide-react';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import { Button, IconButton } from '../../ui/Button.js';
import { FieldGroup } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import { Toggle } from '../../ui/Toggle.js';
import type { FormPartProps } from './form-part.js';
import styles from './FormRows.module.css';

/** The walls of a local program. Not shown where the system has none, unless they are set. */
export function SandboxFields({ form: { sandbox }, change }: Pick<FormPartProps, 'form' | 'change'>) {
  const { sandbox: words } = useWords();
  const platform = usePage((page) => page.platform);
  if (platform !== 'linux' && !sandbox.on) return null;
  const set = (part: Partial<typeof sandbox>): void => change({ sandbox: { ...sandbox, ...part } });
  return (
    <>
      <Toggle label={words.form} checked={sandbox.on} onChange={(on) => set({ on })}>
        {words.formText}
      </Toggle>
      {sandbox.on ? (
        <>
          <Toggle label={words.formNetwork} checked={sandbox.network} onChange={(network) => set({ network })}>
            {words.formNetworkText}
          </Toggle>
          <FieldGroup label={words.read} hint={words.readHint}>
            {sandbox.read.map((path, index) => (
              <div key={index} className={styles.row}>
                <TextInput
                  mono
                  aria-label={words.readRow(index + 1)}
                  value={path}
                  onChange={(event) => set({ read: sandbox.read.with(index, event.target.value) })}
                />
                <IconButton
                  label={words.removeRead(index + 1)}
                  icon={<X size={16} aria-hidden="true" />}
                  onClick={() => set({ read: sandbox.read.toSpliced(index, 1) })}
                />
              </div>
            ))}
            <div>
              <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => set({ read: [...sandbox.read, ''] })}>
                {words.addRead}
              </Button>
            </div>
          </FieldGroup>
        </>
      ) : null}
    </>
  );
}
