import { useEffect, useState } from 'react';
import type { USAGE_SPANS, UsageDay } from '../../../shared/usage-day.js';
import { useApp } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';

export interface UsageDaysView {
  /** Undefined until they are there for the first time. */
  readonly days: readonly UsageDay[] | undefined;
  readonly slow: boolean;
  readonly error: string | undefined;
}

/** The last days, read anew when another number of them is asked for and when a turn has ended. */
export function useUsageDays(count: (typeof USAGE_SPANS)[number]): UsageDaysView {
  const [days, setDays] = useState<readonly UsageDay[]>();
  const { run, slow, error } = useCommand((commands, span: typeof count) => commands['usage.days']({ days: span }));
  const changedAt = useApp((app) => app.conversations[0]?.updatedAt ?? 0);
  useEffect(() => {
    let isStale = false;
    // It never rejects. The answer to another question is not shown.
    void run(count).then((answer) => (isStale || answer === undefined ? undefined : setDays(answer.days)));
    return () => {
      isStale = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a turn that ended asks anew, whatever it left
  }, [run, count, changedAt]);
  return { days, slow, error };
}
