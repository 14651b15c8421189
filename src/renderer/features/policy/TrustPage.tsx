import type { ChatGrantView } from '../../../shared/host-event.js';
import type { ServerId } from '../../../shared/server.js';
import { visibleText } from '../../../shared/visible-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useApp, usePageStore } from '../../store/store-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { PageBar } from '../../ui/PageBar.js';
import { ArgumentRules } from './ArgumentRules.js';
import { GuardWords } from './GuardWords.js';
import { policyRows } from './policy-rows.js';
import { PolicyRule } from './PolicyRule.js';
import { PolicyTransfer } from './PolicyTransfer.js';
import { Section, ToolName } from './TrustSection.js';
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
              <PolicyRule key={`${row.entry.serverId} ${row.entry.tool}`} row={row} />
            ))}
          </Section>
          <ArgumentRules />
          <Section title={words.policy.chats} empty={grants.length === 0 ? words.policy.noChats : undefined}>
            {grants.map((grant) => (
              <Grant
                key={`${grant.conversationId} ${grant.serverId} ${grant.tool} ${grant.argumentsHash}`}
                grant={grant}
              />
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
          <GuardWords />
          <PolicyTransfer />
        </div>
      </div>
    </>
  );
}

function Grant({ grant }: { readonly grant: ChatGrantView }) {
  const words = useWords();
  const { conversationId, serverId, tool, argumentsHash } = grant;
  const language = usePageLanguage();
  const title = useApp((app) => app.conversations.find((item) => item.id === conversationId)?.title ?? '');
  const chat = words.policy.inChat(title === '' ? words.nav.untitled : visibleText(title));
  const revoke = useCommand((commands) =>
    commands['policy.revokeChatGrant']({
      conversationId,
      serverId,
      tool,
      ...(argumentsHash === undefined ? {} : { argumentsHash }),
    }),
  );
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <ToolName server={grant.serverName} tool={tool} />
        <div className={styles.detail}>
          {[
            chat,
            ...(argumentsHash === undefined ? [] : [words.policy.exactly]),
            words.policy.since(timeOf(grant.since, language)),
          ].join(' · ')}
        </div>
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

function timeOf(at: number, language: string): string {
  return new Date(at).toLocaleTimeString(language, { timeStyle: 'short' });
}
