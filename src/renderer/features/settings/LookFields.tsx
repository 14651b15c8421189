import { TEXT_SIZES, type Density, type Language, type Theme } from '../../../shared/settings.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Choice } from '../../ui/Choice.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { SelectBox } from '../../ui/SelectBox.js';
import type { CommandInput } from '../../../shared/ipc/contract.js';
import styles from './SettingsPage.module.css';

const LANGUAGES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh-CN', label: '简体中文' },
];
const SIZES = TEXT_SIZES.map((size) => ({ value: String(size), label: String(size) }));

/** Language, theme, and how large and how close everything stands. Each holds at once. */
export function LookFields() {
  const words = useWords();
  const { language, textSize } = useApp((app) => app.settings);
  const update = useCommand((commands, part: CommandInput<'settings.update'>) => commands['settings.update'](part));
  const change = (part: CommandInput<'settings.update'>): void => void update.run(part);
  const languages = [{ value: 'system' as const, label: words.settings.system }, ...LANGUAGES];
  return (
    <>
      <Field label={words.settings.language}>
        {({ id }) => (
          <SelectBox
            id={id}
            label={words.settings.language}
            value={language}
            options={languages}
            onChange={(value) => {
              const chosen = languages.find((item) => item.value === value);
              if (chosen !== undefined) change({ language: chosen.value });
            }}
          />
        )}
      </Field>
      <Choices change={change} />
      <div className={styles.hinted}>
        <Choice
          label={words.look.textSize}
          value={String(textSize)}
          options={SIZES}
          onChange={(value) => {
            const size = TEXT_SIZES.find((item) => String(item) === value);
            if (size !== undefined) change({ textSize: size });
          }}
        />
        <p className={styles.hint}>{words.look.textSizeHint}</p>
      </div>
      <ErrorNote message={update.error} />
    </>
  );
}

function Choices({ change }: { readonly change: (part: { theme?: Theme; density?: Density }) => void }) {
  const words = useWords();
  const { theme, density } = useApp((app) => app.settings);
  return (
    <div className={styles.pair}>
      <Choice
        label={words.settings.theme}
        value={theme}
        options={[
          { value: 'system', label: words.settings.system },
          { value: 'light', label: words.settings.themes.light },
          { value: 'dark', label: words.settings.themes.dark },
        ]}
        onChange={(next) => change({ theme: next })}
      />
      <Choice
        label={words.look.density}
        value={density}
        options={[
          { value: 'comfortable', label: words.look.densities.comfortable },
          { value: 'compact', label: words.look.densities.compact },
        ]}
        onChange={(next) => change({ density: next })}
      />
    </div>
  );
}
