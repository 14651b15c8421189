import type { Verdict } from '../../../shared/policy.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { classNames } from '../../ui/class-names.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import styles from './PolicyControl.module.css';

interface PolicyControlProps {
  readonly serverId: string;
  readonly tool: string;
  /** What holds now. */
  readonly verdict: Verdict;
  /** Guarded tools can't be set to allow. */
  readonly guarded: boolean;
}

const VERDICTS: readonly Verdict[] = ['allow', 'confirm', 'deny'];

/** Allow, ask or never for one tool. Raising to allow makes main ask in a native dialog; this shows what came of it. */
export function PolicyControl({ serverId, tool, verdict, guarded }: PolicyControlProps) {
  const words = useWords();
  const set = useCommand((commands, next: Verdict) => commands['policy.set']({ serverId, tool, verdict: next }));
  return (
    <div className={styles.control}>
      <div className={styles.segments} role="group" aria-label={words.policy.label(visibleText(tool))}>
        {VERDICTS.map((value) => {
          const blocked = guarded && value === 'allow';
          return (
            <button
              key={value}
              type="button"
              className={classNames(styles.segment, value === verdict && styles[value])}
              aria-pressed={value === verdict}
              // Stays reachable, so that its reason can be read.
              aria-disabled={blocked || undefined}
              aria-description={blocked ? words.policy.guarded : undefined}
              title={blocked ? words.policy.guarded : undefined}
              onClick={() => {
                if (!blocked && !set.busy && value !== verdict) void set.run(value);
              }}
            >
              {words.policy[value]}
            </button>
          );
        })}
      </div>
      <ErrorNote message={set.error} />
    </div>
  );
}
