import { useState } from 'react';
import type { AuditEntry, AuditFilter, AuditReport } from '../../../shared/audit.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import { useCommand, useSlow } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { PageBar } from '../../ui/PageBar.js';
import { CheckNote } from './CheckNote.js';
import { dayOf } from './entry-look.js';
import { RecordFilters } from './RecordFilters.js';
import { RecordRow } from './RecordRow.js';
import { useRecord, type RecordView } from './use-record.js';
import styles from './RecordPage.module.css';

const ALL: AuditFilter = {};

/** Every call that was made, and every one that was not let through. */
export function RecordPage() {
  const words = useWords();
  const language = usePageLanguage();
  const [filter, setFilter] = useState(ALL);
  const [report, setReport] = useState<AuditReport>();
  const problem = useApp((app) => app.audit.problem);
  const view = useRecord(filter);
  const check = useCommand((commands) => commands['audit.verify']({}));
  const write = useCommand((commands, format: 'jsonl' | 'csv') => commands['audit.export']({ format }));
  const [path, setPath] = useState<string>();
  const runCheck = async (): Promise<void> => setReport(await check.run());
  const runExport = async (format: 'jsonl' | 'csv'): Promise<void> => setPath((await write.run(format))?.path);
  return (
    <>
      <PageBar title={words.record.title}>
        <Button waiting={check.slow} disabled={check.busy} onClick={() => void runCheck()}>
          {words.record.check}
        </Button>
        <Button look="quiet" disabled={write.busy} onClick={() => void runExport('jsonl')}>
          {words.record.exportJsonl}
        </Button>
        <Button look="quiet" disabled={write.busy} onClick={() => void runExport('csv')}>
          {words.record.exportCsv}
        </Button>
      </PageBar>
      <div className={styles.scroll}>
        <div className={styles.column}>
          <p className={styles.intro}>{words.record.intro}</p>
          {problem === undefined ? null : <ErrorNote message={errorText(problem, language)} />}
          <ErrorNote message={check.error ?? write.error} />
          {report === undefined ? null : <CheckNote report={report} />}
          {path === undefined ? null : (
            <p className={styles.intro} role="status">
              {words.record.exported(path)}
            </p>
          )}
          <RecordFilters filter={filter} entries={view.entries} onChange={setFilter} />
          <ErrorNote message={view.error} />
          <Entries
            view={view}
            all={filter === ALL || Object.keys(filter).length === 0}
            onClear={() => setFilter(ALL)}
          />
        </div>
      </div>
    </>
  );
}

interface EntriesProps {
  readonly view: RecordView;
  /** Nothing is filtered out. */
  readonly all: boolean;
  readonly onClear: () => void;
}

function Entries({ view, all, onClear }: EntriesProps) {
  const { record: words } = useWords();
  const slow = useSlow(view.busy);
  const older =
    view.next === undefined ? null : (
      <div className={styles.more}>
        <Button waiting={slow} disabled={view.busy} onClick={view.older}>
          {words.older}
        </Button>
      </div>
    );
  if (!view.known) return null;
  if (view.entries.length > 0) {
    return (
      <>
        <Days entries={view.entries} />
        {older}
      </>
    );
  }
  if (all && older === null) return <EmptyState title={words.empty} text={words.emptyText} />;
  return (
    <EmptyState text={older === null ? words.none : words.lookingBack}>
      {older}
      {all ? null : <Button onClick={onClear}>{words.clear}</Button>}
    </EmptyState>
  );
}

/** The entries under the days on which they began. */
function Days({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const language = usePageLanguage();
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = dayOf(entry, language);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className={styles.day}>{day}</h2>
      <ul className={styles.list}>
        {ofDay.map((entry) => (
          <RecordRow key={entry.record.seq} entry={entry} />
        ))}
      </ul>
    </section>
  ));
}
