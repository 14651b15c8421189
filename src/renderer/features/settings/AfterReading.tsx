import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Toggle } from '../../ui/Toggle.js';

/** Whether text from outside keeps tools from running by themselves. Main asks natively before it is switched off. */
export function AfterReading() {
  const words = useWords();
  const on = useApp((app) => app.settings.askAfterReading);
  const update = useCommand((commands, askAfterReading: boolean) => commands['settings.update']({ askAfterReading }));
  return (
    <>
      <Toggle
        label={words.settings.askAfterReading}
        checked={on}
        disabled={update.busy}
        onChange={(next) => void update.run(next)}
      >
        {words.settings.askAfterReadingText}
      </Toggle>
      <ErrorNote message={update.error} />
    </>
  );
}
