import type { StdioLaunchView } from '../../../shared/server.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp } from '../../store/store-context.js';
import styles from './ServerDetail.module.css';

/** In words: what a sandboxed server may touch. */
export function SandboxCard({ sandbox }: Required<Pick<StdioLaunchView, 'sandbox'>>) {
  const { sandbox: words } = useWords();
  const workspace = useApp((app) => app.settings.workspace);
  const { network, shown, own } = sandbox;
  return (
    <section className={styles.walls} aria-label={words.mayTouch}>
      <h3 className={styles.wallsTitle}>{words.label}</h3>
      <ul className={styles.wallsList}>
        <li>{visibleText(words.reads(shown.join(', ')))}</li>
        <li>{visibleText(words.writes(workspace, own))}</li>
        <li>{network ? words.network : words.noNetwork}</li>
      </ul>
    </section>
  );
}
