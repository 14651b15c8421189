import { DECISION_WORDS } from '../../../shared/decision-words.js';
import type { ServerView } from '../../../shared/server.js';
import type { RejectedTool, ToolView } from '../../../shared/tool.js';
import { visibleText } from '../../../shared/visible-text.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { isGuarded } from '../policy/badge-tone.js';
import { PolicyControl } from '../policy/PolicyControl.js';
import { ToolBadges } from '../policy/ToolBadges.js';
import styles from './ToolList.module.css';

/** The tools a server offers, each with its policy; below, those that the model is not offered, and why. */
export function ToolList({ server }: { readonly server: ServerView }) {
  const words = useWords();
  const { tools, unavailable, hidden, status } = server;
  const none = {
    running: words.server.noToolsRunning,
    starting: words.server.noToolsYet,
    stopped: words.server.noToolsStopped,
    failed: words.server.noToolsStopped,
    'sign-in-required': words.server.noToolsStopped,
  }[status.kind];
  return (
    <>
      {tools.length === 0 && hidden.length === 0 ? <p className={styles.none}>{none}</p> : null}
      {unavailable.length === 0 ? null : <UnavailableTools names={unavailable} />}
      <ul>
        {tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} />
        ))}
      </ul>
      {hidden.length === 0 ? null : <HiddenTools hidden={hidden} />}
    </>
  );
}

function ToolRow({ tool }: { readonly tool: ToolView }) {
  const words = useWords();
  const language = usePageLanguage();
  const { decision } = tool;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.top}>
          <span className={styles.name}>{visibleText(tool.name)}</span>
          <ToolBadges badges={tool.badges} />
        </div>
        <p className={styles.text}>{visibleText(tool.description)}</p>
        <p className={styles.why}>
          {words.server.nowIs(words.policy[decision.verdict], DECISION_WORDS[language][decision.rule])}
        </p>
      </div>
      <PolicyControl
        serverId={tool.serverId}
        tool={tool.name}
        verdict={decision.verdict}
        guarded={isGuarded(tool.badges)}
      />
    </li>
  );
}

function UnavailableTools({ names }: { readonly names: readonly string[] }) {
  const words = useWords();
  return (
    <section className={styles.unavailable} aria-label={words.server.unavailable}>
      <p>{words.server.unavailable}</p>
      <ul>
        {names.map((name) => (
          <li key={name} className={styles.name}>
            {visibleText(name)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function HiddenTools({ hidden }: { readonly hidden: readonly RejectedTool[] }) {
  const words = useWords();
  const language = usePageLanguage();
  return (
    <section className={styles.hidden} aria-label={words.server.hidden(hidden.length)}>
      <h3 className={styles.title}>{words.server.hidden(hidden.length)}</h3>
      <ul>
        {hidden.map((tool, index) => (
          <li key={index} className={styles.rejected}>
            <span className={styles.name}>{visibleText(tool.name)}</span>
            <span className={styles.reason}>{visibleText(errorText({ ...tool, message: tool.reason }, language))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
