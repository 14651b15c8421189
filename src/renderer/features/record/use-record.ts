import { useCallback, useEffect, useState } from 'react';
import type { AuditEntry, AuditFilter, AuditPage } from '../../../shared/audit.js';
import type { IpcResult } from '../../../shared/ipc/result.js';
import type { Told } from '../../../shared/told.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp, usePageStore } from '../../store/store-context.js';

/** Entries of one page. */
const PAGE = 50;

interface Shown {
  readonly entries: readonly AuditEntry[];
  /** Where older ones begin; undefined where there are none. */
  readonly next: string | undefined;
}

export interface RecordView extends Shown {
  /** False until the first page is there. */
  readonly known: boolean;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly older: () => void;
}

/** What a first page was asked for: the filter, and the state of the record at that time. */
interface Asked {
  readonly filter: AuditFilter;
  readonly lastSeq: number;
}

/** The record as far as it was looked at, newest first. Reads anew when the filter changes and when a call was recorded. */
export function useRecord(filter: AuditFilter): RecordView {
  const { bridge } = usePageStore();
  const lost = useWords().app.lost;
  const language = usePageLanguage();
  const lastSeq = useApp((app) => app.audit.lastSeq);
  const [shown, setShown] = useState<Shown>();
  const [answered, setAnswered] = useState<Asked>();
  const [readsOlder, setReadsOlder] = useState(false);
  const [error, setError] = useState<Told>();
  const ask = useCallback(
    async (wanted: AuditFilter, from?: string): Promise<IpcResult<AuditPage>> => {
      const input = { ...wanted, ...(from === undefined ? {} : { from }), limit: PAGE };
      return bridge.commands['audit.page'](input).catch(() => ({ ok: false, error: { code: 'lost', message: lost } }));
    },
    [bridge, lost],
  );
  useEffect(() => {
    let isStale = false;
    const settle = (answer: IpcResult<AuditPage>): void => {
      setAnswered({ filter, lastSeq });
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) setShown({ entries: answer.value.entries, next: answer.value.next });
    };
    // It never rejects. The answer to another filter, or to an older state, is not shown.
    void ask(filter).then((answer) => (isStale ? undefined : settle(answer)));
    return () => {
      isStale = true;
    };
  }, [ask, filter, lastSeq]);
  const older = async (): Promise<void> => {
    setReadsOlder(true);
    const answer = await ask(filter, shown?.next);
    setReadsOlder(false);
    setError(answer.ok ? undefined : answer.error);
    if (!answer.ok) return;
    const { entries, next } = answer.value;
    // Where the list was read anew meanwhile, this belongs to another one.
    setShown((now) => (now === shown ? { entries: [...(now?.entries ?? []), ...entries], next } : now));
  };
  return {
    entries: shown?.entries ?? [],
    next: shown?.next,
    known: shown !== undefined,
    busy: readsOlder || answered?.filter !== filter || answered.lastSeq !== lastSeq,
    error: error && errorText(error, language),
    older: () => void older(),
  };
}
