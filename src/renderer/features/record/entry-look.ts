import { auditResult, type AuditEntry, type AuditResult } from '../../../shared/audit.js';
import type { Words } from '../../i18n/en.js';
import type { BadgeTone } from '../../ui/Badge.js';
import { formatDuration } from '../../ui/durations.js';

/** All outcomes, in the order in which the filter lists them. */
export const RESULTS: readonly AuditResult[] = [
  'done',
  'tool-error',
  'user',
  'policy',
  'unanswered',
  'cancelled',
  'hook',
  'record',
  'invalid',
  'open',
  'note',
];

const TONES: Readonly<Record<AuditResult, BadgeTone>> = {
  done: 'ok',
  'tool-error': 'danger',
  cancelled: 'neutral',
  open: 'warn',
  policy: 'neutral',
  user: 'neutral',
  unanswered: 'neutral',
  hook: 'neutral',
  record: 'danger',
  invalid: 'neutral',
  note: 'warn',
};

/** The outcome as a badge. */
export function resultLook(entry: AuditEntry, words: Words): { readonly text: string; readonly tone: BadgeTone } {
  const result = auditResult(entry);
  return { text: words.record.results[result], tone: TONES[result] };
}

/** What stands under the name: when, who let it run, how long it took. */
export function factsLine(entry: AuditEntry, language: string, words: Words): string {
  const { record, outcome } = entry;
  const time = new Date(record.at).toLocaleTimeString(language, { timeStyle: 'medium' });
  if (record.type === 'note') return time;
  const allowed =
    record.type !== 'intent'
      ? []
      : [
          record.allowedBy.kind === 'user'
            ? words.decided.user[record.allowedBy.scope]
            : words.decided.auto[record.allowedBy.rule],
        ];
  const took = outcome === undefined ? [] : [formatDuration(outcome.durationMs, words.time)];
  const where = record.face === 'terminal' ? [words.record.terminal] : [];
  return [time, ...allowed, ...took, ...where].join(' · ');
}

/** The day of an entry, as a heading says it. */
export function dayOf({ record }: AuditEntry, language: string): string {
  return new Date(record.at).toLocaleDateString(language, { dateStyle: 'full' });
}
