import { useState } from 'react';
import type { ServerView } from '../../../shared/server.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { Button } from '../../ui/Button.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { TabBar } from '../../ui/TabBar.js';
import { Toggle } from '../../ui/Toggle.js';
import { ServerHead } from './ServerHead.js';
import { ServerLog } from './ServerLog.js';
import { lastErrorLine } from './server-state.js';
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
      <Launch server={server} />
      <Trust server={server} />
      <TabBar
        label={words.server.tabs}
        value={tab}
        onChange={setTab}
        parts={[
          { id: 'tools', label: words.server.tools(server.tools.length), content: <ToolList server={server} /> },
          { id: 'log', label: words.server.log, content: <ServerLog lines={server.log} /> },
        ]}
      />
    </section>
  );
}

/** Why a server failed, its last word, and the next step. */
function Failure({ server, onShowLog }: { readonly server: ServerView; readonly onShowLog: () => void }) {
  const words = useWords();
  const { status } = server;
  if (status.kind !== 'failed') return null;
  const last = lastErrorLine(server);
  const said = last === undefined || status.message.includes(last) ? '' : `\n${last}`;
  return (
    <ErrorNote
      title={words.server.failedTitle(server.name)}
      message={`${status.message}${said}\n${words.server.failedNext}`}
    >
      <Button onClick={onShowLog}>{words.server.showLog}</Button>
    </ErrorNote>
  );
}

function Launch({ server }: { readonly server: ServerView }) {
  const words = useWords();
  const { commandLine, cwd, envKeys } = server.launch;
  const facts = [
    ...(cwd === undefined || cwd === '' ? [] : [words.server.folder(cwd)]),
    ...(envKeys.length === 0 ? [] : [words.server.env(envKeys.join(', '))]),
  ];
  return (
    <div className={styles.launch} role="group" aria-label={words.server.command}>
      <code className={styles.command}>{visibleText(commandLine)}</code>
      {facts.length === 0 ? null : <div className={styles.facts}>{visibleText(facts.join(' · '))}</div>}
    </div>
  );
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
