import { Plus } from 'lucide-react';
import { useState } from 'react';
import { commandLineText } from '../../../shared/command-line.js';
import type { HookConfig, HookRun } from '../../../shared/hook.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Badge } from '../../ui/Badge.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { HookForm } from './HookForm.js';
import styles from './HooksSection.module.css';
import { RunLine } from './RunLine.js';

/** Runs that a hook shows of itself. */
const SHOWN_RUNS = 5;

/** The user's hooks, each with its last runs, and the form for one more. */
export function HooksSection() {
  const { hooks: words } = useWords();
  const hooks = useApp((app) => app.settings.hooks);
  const runs = useApp((app) => app.hookRuns);
  const [edited, setEdited] = useState<string>();
  const done = (): void => setEdited(undefined);
  return (
    <>
      <p className={styles.hint}>{words.intro}</p>
      {hooks.length === 0 ? null : (
        <ul className={styles.list} aria-label={words.list}>
          {hooks.map((hook) => (
            <li key={hook.id} className={styles.item}>
              {edited === hook.id ? (
                <HookForm hook={hook} onDone={done} />
              ) : (
                <HookRow
                  hook={hook}
                  runs={runs.filter((run) => run.hookId === hook.id)}
                  onEdit={() => setEdited(hook.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {edited === '' ? (
        <div className={styles.fresh}>
          <HookForm hook={undefined} onDone={done} />
        </div>
      ) : (
        <div>
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setEdited('')}>
            {words.add}
          </Button>
        </div>
      )}
    </>
  );
}

interface HookRowProps {
  readonly hook: HookConfig;
  readonly runs: readonly HookRun[];
  readonly onEdit: () => void;
}

function HookRow({ hook, runs, onEdit }: HookRowProps) {
  const { hooks: words } = useWords();
  const remove = useCommand((commands) => commands['hooks.remove']({ id: hook.id }));
  const line = commandLineText(hook.command, hook.args);
  return (
    <>
      <div className={styles.head}>
        <Badge tone="neutral" tip={words.events[hook.event]}>
          {hook.event}
        </Badge>
        <code className={styles.command}>{line}</code>
        <Button look="quiet" aria-label={words.editLabel(hook.event, line)} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button
          look="quiet"
          aria-label={words.removeLabel(hook.event, line)}
          disabled={remove.busy}
          waiting={remove.slow}
          onClick={() => void remove.run()}
        >
          {words.remove}
        </Button>
      </div>
      <p className={styles.hint}>{words.matches(hook.server, hook.tool, hook.timeoutSeconds)}</p>
      {runs.length === 0 ? (
        <p className={styles.hint}>{words.noRuns}</p>
      ) : (
        <ul className={styles.runs} aria-label={words.runs}>
          {runs.slice(0, SHOWN_RUNS).map((run) => (
            <RunLine key={run.id} run={run} />
          ))}
        </ul>
      )}
      <ErrorNote message={remove.error} />
    </>
  );
}
