import type { ReactNode } from 'react';
import { visibleText } from '../../../shared/visible-text.js';
import styles from './TrustPage.module.css';

interface SectionProps {
  readonly title: string;
  /** What is said in place of an empty list. */
  readonly empty: string | undefined;
  /** A button beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One list of the page under its title. */
export function Section({ title, empty, action, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {action}
      </div>
      {empty === undefined ? <ul className={styles.list}>{children}</ul> : <p className={styles.empty}>{empty}</p>}
    </section>
  );
}

/** `server ▸ tool`, with nothing hidden in the name. */
export function ToolName({ server, tool }: { readonly server: string; readonly tool: string }) {
  return (
    <span>
      <span className={styles.server}>{visibleText(server)} ▸</span>{' '}
      <span className={styles.tool}>{visibleText(tool)}</span>
    </span>
  );
}
