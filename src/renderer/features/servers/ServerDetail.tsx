import { useState } from 'react';
import type { ServerView } from '../../../shared/server.js';
import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { useNow } from '../../store/use-now.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { TabBar } from '../../ui/TabBar.js';
import { Toggle } from '../../ui/Toggle.js';
import { SandboxCard } from './SandboxCard.js';
import { ServerHead } from './ServerHead.js';
import { ServerLog } from './ServerLog.js';
import { lastErrorLine, lastPrinted } from './server-state.js';
import { ToolList } from './ToolList.js';
import styles from './ServerDetail.module.css';

/** One server: its state and verbs, the exact command, whether its hints are trusted, its tools and its log. */
export function ServerDetail({ server }: { readonly server: ServerView }) {
  const words = useWords();
  const [tab, setTab] = useState('tools');
  return (
    <section className={styles.detail} aria-label={server.name}>
      <ServerHead server={server} />
      <Failure server={server} onShowLog={() => setTab('log')} />
      {server.status.kind === 'starting' && server.status.phase === 'handshake' ? <SlowStart server={server} /> : null}
      <SignInNote status={server.status} />
      <Launch server={server} />
      {server.launch.kind === 'stdio' && server.launch.sandbox !== undefined ? (
        <SandboxCard sandbox={server.launch.sandbox} />
      ) : null}
      <SignedIn server={server} />
      <Trust server={server} />
      <AskModel server={server} />
      <TabBar
        label={words.server.tabs}
        value={tab}
        onChange={setTab}
        parts={[
          {
            id: 'tools',
            // Nothing is known of the tools of a server that does not run: no "0".
            label: words.server.tools(
              server.status.kind === 'running' ? server.tools.length : undefined,
              server.hidden.length,
            ),
            content: <ToolList server={server} />,
          },
          { id: 'log', label: words.server.log, content: <ServerLog lines={server.log} /> },
        ]}
      />
    </section>
  );
}

/** Why a server failed or lets nobody in, its last word, and the next step. */
function Failure({ server, onShowLog }: { readonly server: ServerView; readonly onShowLog: () => void }) {
  const words = useWords();
  const language = usePageLanguage();
  const { status, launch } = server;
  if (status.kind === 'sign-in-required') {
    return (
      <div className={styles.caution} role="alert">
        <strong>{words.server.signInTitle(server.name)}</strong>
        <div>{visibleText(errorText(status, language))}</div>
        <div className={styles.next}>{words.server.signInNext}</div>
      </div>
    );
  }
  if (status.kind !== 'failed') return null;
  const last = lastErrorLine(server);
  const said = last === undefined || status.message.includes(last) ? '' : `\n${last}`;
  const next = status.retryAt === undefined ? words.server.failedNext[launch.kind] : words.server.failedRetries;
  return (
    <ErrorNote title={words.server.failedTitle(server.name)} message={`${errorText(status, language)}${said}\n${next}`}>
      <Button onClick={onShowLog}>{words.server.showLog}</Button>
    </ErrorNote>
  );
}

/** So long may a handshake take before somebody wonders, ms. */
const LONG_HANDSHAKE = 5000;

/** A first start may download for minutes: says that nothing of the protocol came yet, and what came instead. */
function SlowStart({ server }: { readonly server: ServerView }) {
  const words = useWords();
  const now = useNow(1000);
  const { status, launch } = server;
  if (status.kind !== 'starting' || now - status.since < LONG_HANDSHAKE) return null;
  const printed = lastPrinted(server);
  return (
    <div className={styles.caution} role="status">
      {launch.kind === 'stdio' ? words.server.silentProgram : words.server.silentRemote}
      {printed === undefined ? null : (
        <>
          {' '}
          {words.server.printed} <code className={styles.printed}>{visibleText(printed)}</code>
        </>
      )}
    </div>
  );
}

/** The user is at it in their browser, which may be behind this window. */
function SignInNote({ status }: { readonly status: ServerView['status'] }) {
  const words = useWords();
  if (status.kind !== 'starting' || status.phase !== 'signing-in') return null;
  return (
    <div className={styles.caution} role="status">
      {words.server.signingIn}
    </div>
  );
}

/** Where the tokens of this server are from, and the way to give them up. */
function SignedIn({ server: { id, signedInTo } }: { readonly server: ServerView }) {
  const words = useWords();
  const signOut = useCommand((commands) => commands['servers.signOut']({ id }));
  if (signedInTo === undefined) return <ErrorNote message={signOut.error} />;
  return (
    <>
      <div className={styles.signedIn}>
        <span className={styles.issuer}>{words.server.signedInTo(visibleText(signedInTo))}</span>
        <Button waiting={signOut.slow} disabled={signOut.busy} onClick={() => void signOut.run()}>
          {words.server.signOut}
        </Button>
      </div>
      <ErrorNote message={signOut.error} />
    </>
  );
}

/** The exact command line, or the address; below it what else belongs to it. Values of secrets are not here. */
function Launch({ server }: { readonly server: ServerView }) {
  const words = useWords();
  const { launch } = server;
  const facts = launchFacts(server, words);
  const isProgram = launch.kind === 'stdio';
  return (
    <div className={styles.launch} role="group" aria-label={isProgram ? words.server.command : words.server.address}>
      <code className={styles.command}>{visibleText(isProgram ? launch.commandLine : launch.address)}</code>
      {facts.length === 0 ? null : <div className={styles.facts}>{visibleText(facts.join(' · '))}</div>}
    </div>
  );
}

function launchFacts({ launch, era, status }: ServerView, { server, sandbox: walls }: Words): readonly string[] {
  const spoken = status.kind === 'running' ? [server.speaks(server.transport[status.transport], status.revision)] : [];
  const set = era === 'auto' ? [] : [server.eraSet[era]];
  if (launch.kind === 'stdio') {
    const { cwd, envKeys, sandbox } = launch;
    return [
      ...spoken,
      ...set,
      ...(cwd === undefined || cwd === '' ? [] : [server.folder(cwd)]),
      ...(envKeys.length === 0 ? [] : [server.env(envKeys.join(', '))]),
      ...(sandbox === undefined ? [walls.none] : []),
    ];
  }
  const { headerKeys, proxy, caFile, clientId, issuerAlias, trustPrivateNetwork } = launch;
  return [
    ...spoken,
    ...set,
    ...(headerKeys.length === 0 ? [] : [server.headers(headerKeys.join(', '))]),
    ...(proxy === undefined ? [] : [server.proxy(proxy)]),
    ...(caFile === undefined ? [] : [server.caFile(caFile)]),
    ...(clientId === undefined ? [] : [server.client(clientId)]),
    ...(issuerAlias === undefined ? [] : [server.issuerAlias(issuerAlias)]),
    ...(trustPrivateNetwork === true ? [server.privateSignIn] : []),
  ];
}

function Trust({ server }: { readonly server: ServerView }) {
  const words = useWords();
  const trust = useCommand((commands, on: boolean) =>
    commands['servers.setTrust']({ id: server.id, trustReadOnlyHint: on }),
  );
  return (
    <>
      <Toggle
        label={words.server.trust}
        checked={server.trustReadOnlyHint}
        disabled={trust.busy}
        onChange={(on) => void trust.run(on)}
      >
        {words.server.trustText}
      </Toggle>
      <ErrorNote message={trust.error} />
    </>
  );
}

function AskModel({ server }: { readonly server: ServerView }) {
  const words = useWords();
  const ask = useCommand((commands, on: boolean) =>
    commands['servers.setMayAskModel']({ id: server.id, mayAskModel: on }),
  );
  return (
    <>
      <Toggle
        label={words.server.askModel}
        checked={server.mayAskModel}
        disabled={ask.busy}
        onChange={(on) => void ask.run(on)}
      >
        {words.server.askModelText}
      </Toggle>
      <ErrorNote message={ask.error} />
    </>
  );
}
