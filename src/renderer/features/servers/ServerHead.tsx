import { useState } from 'react';
import type { ServerView } from '../../../shared/server.js';
import { useWords } from '../../i18n/words-context.js';
import { useCommand } from '../../store/use-command.js';
import { useNow } from '../../store/use-now.js';
import { Button } from '../../ui/Button.js';
import { Chip } from '../../ui/Chip.js';
import { Dot } from '../../ui/Dot.js';
import { ErrorNote } from '../../ui/ErrorNote.js';
import { ServerDialog } from './ServerDialog.js';
import { serverDot, stateWithTime } from './server-state.js';
import styles from './ServerHead.module.css';

/** A server's name, its state, and what can be done with it. */
export function ServerHead({ server }: { readonly server: ServerView }) {
  const words = useWords();
  const [editing, setEditing] = useState(false);
  const { id, status } = server;
  const connect = useCommand((commands) => commands['servers.connect']({ id }));
  const disconnect = useCommand((commands) => commands['servers.disconnect']({ id }));
  const remove = useCommand((commands) => commands['servers.remove']({ id }));
  const on = status.kind === 'running' || status.kind === 'starting';
  // A connect that failed is told by the server's state; the refusal says the same once more.
  const refused = status.kind === 'failed' || status.kind === 'sign-in-required' ? undefined : connect.error;
  const waits = status.kind === 'failed' && status.retryAt !== undefined;
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.name}>{server.name}</h2>
        <StateChip server={server} />
        <div className={styles.actions}>
          {on ? (
            <Button waiting={disconnect.slow} disabled={disconnect.busy} onClick={() => void disconnect.run()}>
              {status.kind === 'starting' ? words.server.cancelStart : words.server.disconnect}
            </Button>
          ) : (
            <Button look="primary" waiting={connect.slow} disabled={connect.busy} onClick={() => void connect.run()}>
              {status.kind === 'sign-in-required'
                ? words.server.signIn
                : waits
                  ? words.server.retryNow
                  : words.server.connect}
            </Button>
          )}
          {waits ? (
            <Button disabled={disconnect.busy} onClick={() => void disconnect.run()}>
              {words.server.stopRetrying}
            </Button>
          ) : null}
          <Button onClick={() => setEditing(true)}>{words.server.edit}</Button>
          <Button look="danger" waiting={remove.slow} disabled={remove.busy} onClick={() => void remove.run()}>
            {words.server.remove}
          </Button>
        </div>
      </div>
      <ErrorNote message={refused ?? disconnect.error ?? remove.error} />
      {status.kind === 'stopped' ? (
        <p className={styles.hint}>
          {server.launch.kind === 'stdio' ? words.server.firstStart : words.server.firstConnect}
        </p>
      ) : null}
      {editing ? <ServerDialog server={server} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

function StateChip({ server }: { readonly server: ServerView }) {
  const words = useWords();
  const { status } = server;
  const counts = status.kind === 'starting' || (status.kind === 'failed' && status.retryAt !== undefined);
  const now = useNow(counts ? 1000 : 15_000);
  return (
    <Chip>
      <Dot state={serverDot(status)} />
      {stateWithTime(status, now, words)}
    </Chip>
  );
}
