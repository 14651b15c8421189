import type { ServerId, ServerView } from '../../../shared/server.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { useNow } from '../../store/use-now.js';
import { classNames } from '../../ui/class-names.js';
import { Dot } from '../../ui/Dot.js';
import { serverDot, serverLine } from './server-state.js';
import styles from './ServerList.module.css';

/** The servers with their states. */
export function ServerList({ servers, shown }: { readonly servers: readonly ServerView[]; readonly shown: ServerId }) {
  const words = useWords();
  return (
    <ul className={styles.list} aria-label={words.server.list}>
      {servers.map((server) => (
        <li key={server.id}>
          <ServerItem server={server} shown={server.id === shown} />
        </li>
      ))}
    </ul>
  );
}

function ServerItem({ server, shown }: { readonly server: ServerView; readonly shown: boolean }) {
  const words = useWords();
  const language = usePageLanguage();
  const store = usePageStore();
  const { status } = server;
  return (
    <button
      type="button"
      className={classNames(styles.card, shown && styles.on)}
      aria-current={shown ? 'true' : undefined}
      onClick={() => store.go({ page: 'servers', serverId: server.id })}
    >
      <span className={styles.top}>
        <Dot state={serverDot(status)} />
        <span className={styles.name}>{server.name}</span>
        <span className={classNames(styles.state, styles[status.kind])}>{words.server.state[status.kind]}</span>
      </span>
      <span className={classNames(styles.line, styles[status.kind])}>
        {status.kind === 'starting' ? <StartingLine server={server} /> : serverLine(server, 0, words, language)}
      </span>
    </button>
  );
}

function StartingLine({ server }: { readonly server: ServerView }) {
  return serverLine(server, useNow(1000), useWords(), usePageLanguage());
}
