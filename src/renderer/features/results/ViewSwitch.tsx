import { useWords } from '../../i18n/words-context.js';
import { classNames } from '../../ui/class-names.js';
import styles from './ViewSwitch.module.css';

export type ResultView = 'table' | 'tree' | 'formatted' | 'text';

interface ViewSwitchProps {
  readonly views: readonly ResultView[];
  readonly value: ResultView;
  readonly onChange: (view: ResultView) => void;
}

/** The ways in which a result can be read. */
export function ViewSwitch({ views, value, onChange }: ViewSwitchProps) {
  const words = useWords();
  return (
    <div className={styles.switch} role="group" aria-label={words.card.views}>
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === value}
          className={classNames(styles.view, view === value && styles.chosen)}
          onClick={() => onChange(view)}
        >
          {words.card.view[view]}
        </button>
      ))}
    </div>
  );
}
