import type { ReactNode } from 'react';
import type { ChatGrantView } from '../../../shared/host-event.js';
import type { ServerId } from '../../../shared/server.js';
import { visibleText } from '../../../shared/visible-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp, usePageStore } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { PageBar } from '../../ui/PageBar.js';
import { isGuarded } from './badge-tone.js';
import { PolicyControl } from './PolicyControl.js';
import { policyRows, type PolicyRow } from './policy-rows.js';
import { ToolBadges } from './ToolBadges.js';
import styles from './TrustPage.module.css';

/** Everything that was decided, and where it can be taken back. */
export function TrustPage() {
  const words = useWords();
  const entries = useApp((app) => app.policies);
  const servers = useApp((app) => app.servers);
  const grants = useApp((app) => app.chatGrants);
  const rows = policyRows(entries, servers);
  const trusted = servers.filter((server) => server.trustReadOnlyHint);
  return (
    <>
      <PageBar title={words.policy.title} />
      <div className={styles.scroll}>
        <div className={styles.column}>
          <p className={styles.intro}>{words.policy.intro}</p>
          <Section title={words.policy.tools} empty={rows.length === 0 ? words.policy.noTools : undefined}>
            {rows.map((row) => (
              <Rule key={`${row.entry.serverId} ${row.entry.tool}`} row={row} />
            ))}
          </Section>
          <Section title={words.policy.chats} empty={grants.length === 0 ? words.policy.noChats : undefined}>
            {grants.map((grant) => (
              <Grant key={`${grant.conversationId} ${grant.serverId} ${grant.tool}`} grant={grant} />
            ))}
          </Section>
          <Section
            title={words.policy.trustedServers}
            empty={trusted.length === 0 ? words.policy.noTrusted : undefined}
          >
            {trusted.map((server) => (
              <TrustedServer key={server.id} id={server.id} name={server.name} />
            ))}
          </Section>
        </div>
      </div>
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly empty: string | undefined;
  readonly children: ReactNode;
}

function Section({ title, empty, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {empty === undefined ? <ul className={styles.list}>{children}</ul> : <p className={styles.empty}>{empty}</p>}
    </section>
  );
}

function Rule({ row }: { readonly row: PolicyRow }) {
  const words = useWords();
  const language = usePageLanguage();
  const { entry, tool } = row;
  const day = new Date(entry.since).toLocaleDateString(language, { dateStyle: 'medium' });
  const facts = [
    ...(row.place === 'server' ? [] : [words.policy[row.place]]),
    ...(entry.origin === 'host' ? [words.policy.byHost] : [words.policy.byUser, words.policy.since(day)]),
  ];
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Names server={row.serverName} tool={entry.tool} />
        {tool === undefined ? null : <ToolBadges badges={tool.badges} />}
        <div className={styles.detail}>{facts.join(' · ')}</div>
      </div>
      <PolicyControl
        serverId={entry.serverId}
        tool={entry.tool}
        verdict={entry.verdict}
        guarded={tool !== undefined && isGuarded(tool.badges)}
      />
      {entry.origin === 'user' ? <RevokeRule row={row} /> : null}
    </li>
  );
}

/** Takes the user's rule away. Main asks in a native dialog where that would raise what happens. */
function RevokeRule({ row }: { readonly row: PolicyRow }) {
  const words = useWords();
  const { serverId, tool } = row.entry;
  const revoke = useCommand((commands) => commands['policy.revoke']({ serverId, tool }));
  return (
    <>
      <Button
        aria-label={words.policy.revokeLabel(row.serverName, visibleText(tool))}
        waiting={revoke.slow}
        disabled={revoke.busy}
        onClick={() => void revoke.run()}
      >
        {words.policy.revoke}
      </Button>
      <ErrorNote message={revoke.error} />
    </>
  );
}

function Grant({ grant }: { readonly grant: ChatGrantView }) {
  const words = useWords();
  const { conversationId, serverId, tool } = grant;
  const title = useApp((app) => app.conversations.find((item) => item.id === conversationId)?.title ?? '');
  const chat = words.policy.inChat(title === '' ? words.nav.untitled : visibleText(title));
  const revoke = useCommand((commands) => commands['policy.revokeChatGrant']({ conversationId, serverId, tool }));
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Names server={grant.serverName} tool={tool} />
        <div className={styles.detail}>{chat}</div>
        <ErrorNote message={revoke.error} />
      </div>
      <Button
        aria-label={`${words.policy.revokeLabel(grant.serverName, visibleText(tool))} ${chat}`}
        waiting={revoke.slow}
        disabled={revoke.busy}
        onClick={() => void revoke.run()}
      >
        {words.policy.revoke}
      </Button>
    </li>
  );
}

function TrustedServer({ id, name }: { readonly id: ServerId; readonly name: string }) {
  const words = useWords();
  const store = usePageStore();
  const revoke = useCommand((commands) => commands['servers.setTrust']({ id, trustReadOnlyHint: false }));
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        {name}
        <ErrorNote message={revoke.error} />
      </div>
      <Button look="quiet" onClick={() => store.go({ page: 'servers', serverId: id })}>
        {words.chat.openServers}
      </Button>
      <Button aria-label={`${words.policy.revoke} ${name}`} waiting={revoke.slow} onClick={() => void revoke.run()}>
        {words.policy.revoke}
      </Button>
    </li>
  );
}

function Names({ server, tool }: { readonly server: string; readonly tool: string }) {
  return (
    <span>
      <span className={styles.server}>{server} ▸</span> <span className={styles.tool}>{visibleText(tool)}</span>
    </span>
  );
}
