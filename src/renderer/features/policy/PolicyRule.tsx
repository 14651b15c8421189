import { visibleText } from '../../../shared/visible-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { useNow } from '../../store/use-now.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { isGuarded } from './badge-tone.js';
import { grantFacts, MINUTE } from './grant-dates.js';
import { PolicyControl } from './PolicyControl.js';
import type { PolicyRow } from './policy-rows.js';
import { ToolBadges } from './ToolBadges.js';
import styles from './TrustPage.module.css';
import { ToolName } from './TrustSection.js';

/** What holds for one tool: how it came about, until when, and how it is changed or taken back. */
export function PolicyRule({ row }: { readonly row: PolicyRow }) {
  const words = useWords();
  const language = usePageLanguage();
  const now = useNow(MINUTE);
  const { entry, tool } = row;
  const facts = [
    ...(row.place === 'server' ? [] : [words.policy[row.place]]),
    ...(entry.origin === 'host' ? [words.policy.byHost] : grantFacts(entry, now, words, language)),
  ];
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <ToolName server={row.serverName} tool={entry.tool} />
        {tool === undefined ? null : <ToolBadges badges={tool.badges} />}
        <div className={styles.detail}>{facts.join(' · ')}</div>
      </div>
      <PolicyControl
        serverId={entry.serverId}
        tool={entry.tool}
        verdict={entry.verdict}
        guarded={tool !== undefined && isGuarded(tool.badges)}
      />
      {entry.origin === 'user' ? <RuleButtons row={row} /> : null}
    </li>
  );
}

/** Takes the user's rule away, or renews an allow. Main asks in a native dialog where that raises what happens. */
function RuleButtons({ row }: { readonly row: PolicyRow }) {
  const words = useWords();
  const { serverId, tool, verdict } = row.entry;
  const renew = useCommand((commands) => commands['policy.renew']({ serverId, tool }));
  const revoke = useCommand((commands) => commands['policy.revoke']({ serverId, tool }));
  return (
    <>
      {verdict === 'allow' ? (
        <Button
          look="quiet"
          aria-label={words.policy.renewLabel(row.serverName, visibleText(tool))}
          waiting={renew.slow}
          disabled={renew.busy}
          onClick={() => void renew.run()}
        >
          {words.policy.renew}
        </Button>
      ) : null}
      <Button
        aria-label={words.policy.revokeLabel(row.serverName, visibleText(tool))}
        waiting={revoke.slow}
        disabled={revoke.busy}
        onClick={() => void revoke.run()}
      >
        {words.policy.revoke}
      </Button>
      <ErrorNote message={revoke.error ?? renew.error} />
    </>
  );
}
