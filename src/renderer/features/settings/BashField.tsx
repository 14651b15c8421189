import { useWords } from '../../i18n/words-context.js';
import { useApp, usePage } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { SelectBox } from '../../ui/SelectBox.js';

const KINDS = ['off', 'without-network', 'with-network'] as const;

/** The walls around what the built-in `bash` runs. Taking some down asks in a dialog. */
export function BashField() {
  const { sandbox: words } = useWords();
  const platform = usePage((page) => page.platform);
  const current = useApp((app) => app.settings.bashSandbox);
  const update = useCommand((commands, bashSandbox: (typeof KINDS)[number]) =>
    commands['settings.update']({ bashSandbox }),
  );
  if (platform !== 'linux' && current === 'off') return null;
  return (
    <>
      <Field label={words.bash} hint={words.bashHint}>
        {({ id }) => (
          <SelectBox
            id={id}
            label={words.bash}
            value={current}
            options={KINDS.map((value) => ({ value, label: words.bashKinds[value] }))}
            onChange={(next) => {
              const chosen = KINDS.find((kind) => kind === next);
              if (chosen !== undefined) void update.run(chosen);
            }}
          />
        )}
      </Field>
      <ErrorNote message={update.error} />
    </>
  );
}
