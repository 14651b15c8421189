import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { SelectBox } from '../../ui/SelectBox.js';
import { modelName } from './model-name.js';

/** Which model answers the next turn. */
export function ModelPicker() {
  const words = useWords();
  const models = useApp((app) => app.models);
  const update = useCommand((commands, model: string) => commands['settings.update']({ model }));
  const options = models.models.map((model) => ({ value: model.id, label: modelName(model, words) }));
  // A model that the list does not know (a local server without a list) is still shown as what it is.
  if (!options.some((option) => option.value === models.current)) {
    // Empty where no list could be read and nothing is chosen.
    options.push({
      value: models.current,
      label: models.current === '' ? words.chat.noModel : visibleText(models.current),
    });
  }
  return (
    <>
      <SelectBox
        small
        label={words.chat.model}
        value={models.current}
        options={options}
        onChange={(model) => void update.run(model)}
      />
      <ErrorNote message={update.error} />
    </>
  );
}
