import { Fragment, type ReactNode } from 'react';
import type { AuditEntry, AuditRefuser } from '../../../shared/audit.js';
import { DECISION_WORDS } from '../../../shared/decision-words.js';
import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import { type PageLanguage } from '../../i18n/language.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp, usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import { formatBytes, formatDuration } from '../../ui/durations.js';
import styles from './RecordDetail.module.css';

/** All that is recorded of one call. */
export function RecordDetail({ entry }: { readonly entry: AuditEntry }) {
  const words = useWords();
  const language = usePageLanguage();
  const fields = fieldsOf(entry, words, language);
  return (
    <div className={styles.detail}>
      <dl className={styles.fields}>
        {fields.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <OpenChat entry={entry} />
    </div>
  );
}

/** A way to the chat, where it is still there. */
function OpenChat({ entry: { record } }: { readonly entry: AuditEntry }) {
  const words = useWords();
  const store = usePageStore();
  const id = record.type === 'note' ? undefined : record.conversationId;
  const isThere = useApp((app) => app.conversations.some((chat) => chat.id === id));
  if (id === undefined || !isThere) return null;
  return (
    <div>
      <Button onClick={() => store.go({ page: 'chat', conversationId: id })}>{words.record.openChat}</Button>
    </div>
  );
}

/** Refusals whose badge says it all: what the model was told adds nothing. */
const SAID: ReadonlySet<AuditRefuser> = new Set(['user', 'unanswered', 'cancelled']);

type Field = readonly [name: string, value: ReactNode];

function fieldsOf({ record, outcome }: AuditEntry, words: Words, language: PageLanguage): readonly Field[] {
  const { fields } = words.record;
  if (record.type === 'note')
    return [
      [fields.why, visibleText(record.detail)],
      [fields.numbers, record.seq],
    ];
  const rule = record.type === 'intent' ? record.allowedBy.rule : record.rule;
  const reasons = [
    ...(record.type === 'refusal' && !SAID.has(record.by) ? [visibleText(record.why)] : []),
    ...(rule === undefined ? [] : [DECISION_WORDS[language][rule]]),
  ];
  const withdrew = [...new Set(outcome?.withdrew)].map((method) => (
    <div key={method}>{words.record.withdrew[method]}</div>
  ));
  const ended: readonly Field[] =
    outcome === undefined
      ? []
      : [
          [fields.duration, formatDuration(outcome.durationMs, words.time)],
          ...(withdrew.length === 0 ? [] : [[fields.withdrew, withdrew] as const]),
          [fields.resultSize, formatBytes(outcome.resultBytes)],
          [fields.resultHash, code(outcome.resultHash)],
        ];
  return [
    ...(reasons.length === 0 ? [] : [[fields.why, [...new Set(reasons)].join(' ')] as const]),
    [fields.arguments, <pre key="json">{visibleText(JSON.stringify(record.arguments, null, 2))}</pre>],
    [fields.argumentsHash, code(record.argumentsHash)],
    ...ended,
    ...(record.fingerprint === '' ? [] : [[fields.fingerprint, code(record.fingerprint)] as const]),
    ...(record.connectionId === '' ? [] : [[fields.connection, code(record.connectionId)] as const]),
    [fields.call, code(record.callId)],
    [fields.chat, code(record.conversationId)],
    [fields.numbers, outcome === undefined ? record.seq : `${record.seq}, ${outcome.seq}`],
  ];
}

function code(text: string): ReactNode {
  return <code>{visibleText(text)}</code>;
}
