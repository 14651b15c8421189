import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditEntry, AuditFilter } from '../../../shared/audit.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePageStore } from '../../store/store-context.js';

/** Entries of one page. */
const PAGE = 50;

interface Shown {
  readonly entries: readonly AuditEntry[];
  /** Where older ones begin; undefined where there are none. */
  readonly next: string | undefined;
}

export interface RecordView extends Shown {
  /** Undefined until the first page is there. */
  readonly known: boolean;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly older: () => void;
}

/** The record as far as it was looked at, newest first. Reads anew when the filter changes and when a call was recorded. */
export function useRecord(filter: AuditFilter): RecordView {
  const { bridge } = usePageStore();
  const lost = useWords().app.lost;
  const lastSeq = useApp((app) => app.audit.lastSeq);
  const [shown, setShown] = useState<Shown>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const asked = useRef(0);
  const read = useCallback(
    async (wanted: AuditFilter, before: Shown | undefined) => {
      asked.current += 1;
      const mine = asked.current;
      setBusy(true);
      const from = before?.next === undefined ? {} : { from: before.next };
      const answer = await bridge.commands['audit.page']({ ...wanted, ...from, limit: PAGE }).catch(() => undefined);
      // The answer to another filter, or to an older state, is not shown.
      if (mine !== asked.current) return;
      setBusy(false);
      setError(answer === undefined ? lost : answer.ok ? undefined : answer.error.message);
      if (answer?.ok !== true) return;
      const { entries, next } = answer.value;
      setShown({ entries: [...(before?.entries ?? []), ...entries], next });
    },
    [bridge, lost],
  );
  useEffect(() => {
    // It tells its own failures.
    void read(filter, undefined);
  }, [read, filter, lastSeq]);
  return {
    entries: shown?.entries ?? [],
    next: shown?.next,
    known: shown !== undefined,
    busy,
    error,
    older: () => void read(filter, shown),
  };
}
