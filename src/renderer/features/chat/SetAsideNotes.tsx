import type { SetAsideTool } from '../../../shared/conversation.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import styles from './TurnFoot.module.css';

const NONE: readonly SetAsideTool[] = [];

/** The tools that the model server does not take, each with its words. */
export function SetAsideNotes() {
  const words = useWords();
  const tools = usePage((page) =>
    page.conversation.kind === 'open' ? (page.conversation.state.setAside ?? NONE) : NONE,
  );
  return tools.map(({ serverId, serverName, tool, fingerprint, why }) => (
    <div key={`${serverId}/${tool}/${fingerprint}`} className={styles.setAside} role="status">
      <strong>{words.turn.setAside(visibleText(serverName), visibleText(tool))}</strong>
      <span>{words.turn.setAsideWhy(visibleText(why))}</span>
    </div>
  ));
}
