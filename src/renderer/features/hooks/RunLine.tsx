import type { HookRun } from '../../../shared/hook.js';
import { visibleText } from '../../../shared/visible-text.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { Badge, type BadgeTone } from '../../ui/Badge.js';
import { formatDuration } from '../../ui/durations.js';
import styles from './HooksSection.module.css';

const TONES: Readonly<Record<HookRun['verdict'], BadgeTone>> = { proceeded: 'ok', blocked: 'warn', failed: 'danger' };

/** One run: when, what it came to, how it exited, how long it took, and its words. */
export function RunLine({ run }: { readonly run: HookRun }) {
  const words = useWords();
  const language = usePageLanguage();
  const facts = [
    new Date(run.at).toLocaleTimeString(language, { hourCycle: 'h23' }),
    ...(run.about === '' ? [] : [run.about]),
    ...(run.exitCode === undefined ? [] : [words.hooks.exit(run.exitCode)]),
    formatDuration(run.durationMs, words.time),
  ];
  return (
    <li className={styles.run}>
      <Badge tone={TONES[run.verdict]}>{words.hooks.verdicts[run.verdict]}</Badge>
      <span>{visibleText(facts.join(' · '))}</span>
      {run.told === undefined ? null : (
        <span className={styles.message}>{visibleText(errorText(run.told, language))}</span>
      )}
    </li>
  );
}
