import { CircleAlert, CircleCheck } from 'lucide-react';
import type { AuditReport } from '../../../shared/audit.js';
import { useWords } from '../../i18n/words-context.js';
import { classNames } from '../../ui/class-names.js';
import styles from './CheckNote.module.css';

/** So many places are named; the whole list is what the terminal gives. */
const MOST = 5;

/** What checking the record found. */
export function CheckNote({ report }: { readonly report: AuditReport }) {
  const { record: words } = useWords();
  const { sound, records, problems, problemCount, interrupted, open } = report;
  const Icon = sound ? CircleCheck : CircleAlert;
  return (
    <div className={classNames(styles.note, !sound && styles.bad)} role="status">
      <Icon size={16} aria-hidden="true" className={styles.icon} />
      <div>
        <div className={styles.verdict}>{sound ? words.sound(records) : words.changed(problemCount)}</div>
        {problems.length === 0 ? null : (
          <ul className={styles.places}>
            {problems.slice(0, MOST).map((problem) => (
              <li key={`${problem.kind} ${problem.file} ${problem.line} ${problem.seq}`}>
                {problem.line === 0 ? '' : `${words.place(problem.file, problem.line)}: `}
                {words.problems[problem.kind]}
                {problem.seq === undefined ? '' : ` (${problem.seq})`}
              </li>
            ))}
            {problemCount > MOST ? <li>…</li> : null}
          </ul>
        )}
        {interrupted === 0 ? null : <div>{words.interrupted(interrupted)}</div>}
        {open === 0 ? null : <div>{words.open(open)}</div>}
      </div>
    </div>
  );
}
