import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { Toggle } from '../../ui/Toggle.js';

/** What the system tells the user of while the window is in the background. Questions always are. */
export function NoteFields() {
  const words = useWords();
  const on = useApp((app) => app.settings.noteTurnEnds);
  const update = useCommand((commands, noteTurnEnds: boolean) => commands['settings.update']({ noteTurnEnds }));
  return (
    <>
      <Toggle
        label={words.look.noteTurnEnds}
        checked={on}
        disabled={update.busy}
        onChange={(next) => void update.run(next)}
      >
        {words.look.noteTurnEndsText}
      </Toggle>
      <ErrorNote message={update.error} />
    </>
  );
}
