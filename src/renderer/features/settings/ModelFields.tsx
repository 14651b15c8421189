import { visibleText } from '../../../shared/visible-text.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Field } from '../../ui/Field.js';
import { SelectBox } from '../../ui/SelectBox.js';
import { modelName } from '../chat/model-name.js';
import { ApiKeyField } from './ApiKeyField.js';
import { SavedField } from './SavedField.js';
import styles from './SettingsPage.module.css';

/** Which model answers, where it is reached, and the key for it. */
export function ModelFields() {
  const words = useWords();
  const language = usePageLanguage();
  const { model, baseUrl } = useApp((app) => app.settings);
  const { models, problem } = useApp((app) => app.models);
  const update = useCommand((commands, next: string) => commands['settings.update']({ model: next }));
  const refresh = useCommand((commands) => commands['models.refresh']({}));
  const options = [
    { value: '', label: words.settings.automatic },
    ...models.map((item) => ({ value: item.id, label: modelName(item, words) })),
  ];
  if (!options.some((option) => option.value === model)) options.push({ value: model, label: model });
  return (
    <>
      <Field label={words.settings.model}>
        {({ id }) => (
          <div className={styles.line}>
            <SelectBox
              id={id}
              label={words.settings.model}
              value={model}
              options={options}
              onChange={(next) => void update.run(next)}
            />
            <Button waiting={refresh.slow} disabled={refresh.busy} onClick={() => void refresh.run()}>
              {words.settings.refresh}
            </Button>
          </div>
        )}
      </Field>
      <ErrorNote message={update.error ?? refresh.error} />
      {problem === undefined ? null : (
        <ErrorNote title={words.settings.modelsFailed} message={visibleText(errorText(problem, language))} />
      )}
      <ApiKeyField />
      <SavedField
        label={words.settings.baseUrl}
        hint={words.settings.baseUrlHint}
        value={baseUrl}
        save={(commands, text) => commands['settings.update']({ baseUrl: text })}
      />
    </>
  );
}
