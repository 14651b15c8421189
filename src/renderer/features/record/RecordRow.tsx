import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntry } from '../../../shared/audit.js';
import { visibleText } from '../../../shared/visible-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { Badge } from '../../ui/Badge.js';
import { classNames } from '../../ui/class-names.js';
import { factsLine, resultLook } from './entry-look.js';
import { RecordDetail } from './RecordDetail.js';
import styles from './RecordRow.module.css';

/** One call, or one note; opens to what is known of it. */
export function RecordRow({ entry }: { readonly entry: AuditEntry }) {
  const words = useWords();
  const language = usePageLanguage();
  const [open, setOpen] = useState(false);
  const { text, tone } = resultLook(entry, words);
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={16} aria-hidden="true" className={classNames(styles.chevron, open && styles.turned)} />
        <span className={styles.what}>
          <Name entry={entry} />
          <span className={styles.facts}>{factsLine(entry, language, words)}</span>
        </span>
        <Badge tone={tone}>{text}</Badge>
      </button>
      {open ? <RecordDetail entry={entry} /> : null}
    </li>
  );
}

function Name({ entry: { record } }: { readonly entry: AuditEntry }) {
  const { record: words } = useWords();
  if (record.type === 'note') return <span className={styles.name}>{words.notes[record.note]}</span>;
  const server = record.serverName === '' ? words.noServer : record.serverName;
  return (
    <span className={styles.name}>
      <span className={styles.server}>{visibleText(server)} ▸</span>{' '}
      <span className={styles.tool}>{visibleText(record.tool)}</span>
    </span>
  );
}
