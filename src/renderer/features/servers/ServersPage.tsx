import { Plus } from 'lucide-react';
import { useState } from 'react';
import { branded } from '../../../shared/brand.js';
import type { ServerId } from '../../../shared/server.js';
import { useWords } from '../../i18n/words-context.js';
import { useApp, usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { PageBar } from '../../ui/PageBar.js';
import { ServerDetail } from './ServerDetail.js';
import { ServerDialog } from './ServerDialog.js';
import { ServerList } from './ServerList.js';
import styles from './ServersPage.module.css';

/** The configured servers: the list, and the chosen one beside it. */
export function ServersPage({ serverId }: { readonly serverId: ServerId | undefined }) {
  const words = useWords();
  const store = usePageStore();
  const servers = useApp((app) => app.servers);
  const [adding, setAdding] = useState(false);
  const shown = servers.find((server) => server.id === serverId) ?? servers[0];
  const add = (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {words.server.add}
    </Button>
  );
  return (
    <>
      <PageBar title={words.server.title}>{servers.length === 0 ? null : add}</PageBar>
      {shown === undefined ? (
        <EmptyState title={words.server.empty} text={words.server.emptyText}>
          {add}
        </EmptyState>
      ) : (
        <div className={styles.two}>
          <ServerList servers={servers} shown={shown.id} />
          <ServerDetail key={shown.id} server={shown} />
        </div>
      )}
      {adding ? (
        <ServerDialog
          onClose={() => setAdding(false)}
          onSaved={(id) => store.go({ page: 'servers', serverId: branded<ServerId>(id) })}
        />
      ) : null}
    </>
  );
}
