import { Popover } from '@base-ui/react/popover';
import { MessagesSquare, Plus, ScrollText, Server, Settings, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../i18n/words-context.js';
import type { Route } from '../store/route.js';
import { useApp, usePage, usePageStore } from '../store/store-context.js';
import { classNames } from '../ui/class-names.js';
import { Dot } from '../ui/Dot.js';
import popup from '../ui/Popup.module.css';
import { Chats } from './Chats.js';
import { GateMark } from './GateMark.js';
import styles from './SideColumn.module.css';

/** New chat, the chats by day, and the pages with their counts. Under 900 px it folds to icons. */
export function SideColumn() {
  const words = useWords();
  const store = usePageStore();
  const mac = usePage((page) => page.platform === 'darwin');
  return (
    <nav className={styles.side} aria-label={words.nav.side}>
      <div className={styles.brand}>
        <GateMark />
        <span className={styles.wide}>{words.app.name}</span>
      </div>
      <button type="button" className={styles.new} title={words.nav.newChat} onClick={() => store.go({ page: 'chat' })}>
        <Plus size={16} aria-hidden="true" />
        <span className={styles.name}>{words.nav.newChat}</span>
        <kbd className={styles.keys} aria-hidden="true">
          {mac ? '⌘ N' : 'Ctrl N'}
        </kbd>
      </button>
      <div className={styles.chats}>
        <Chats />
      </div>
      <FoldedChats />
      <Pages />
    </nav>
  );
}

/** The chats behind one icon, where the column is narrow. */
function FoldedChats() {
  const words = useWords();
  const waits = useApp((app) => app.approvals.length > 0);
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.folded}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          className={styles.row}
          title={words.nav.chats}
          aria-label={words.nav.chats}
          aria-description={waits ? words.nav.waiting : undefined}
        >
          <MessagesSquare size={16} aria-hidden="true" />
          {waits ? <Dot state="wait" /> : null}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner side="right" align="start" sideOffset={6} className={popup.positioner}>
            <Popover.Popup className={classNames(popup.popup, styles.popup)} aria-label={words.nav.chats}>
              <Chats onOpen={() => setOpen(false)} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function Pages() {
  const words = useWords();
  const servers = useApp((app) => app.servers);
  const entries = useApp((app) => app.policies.length + app.argumentRules.length + app.chatGrants.length);
  const running = servers.filter((server) => server.status.kind === 'running').length;
  return (
    <div className={styles.pages}>
      <PageLink
        route={{ page: 'servers' }}
        name={words.nav.servers}
        icon={<Server size={16} aria-hidden="true" />}
        count={servers.length === 0 ? '' : `${running} / ${servers.length}`}
        says={words.nav.running(running, servers.length)}
      />
      <PageLink
        route={{ page: 'trust' }}
        name={words.nav.trust}
        icon={<ShieldCheck size={16} aria-hidden="true" />}
        count={entries === 0 ? '' : String(entries)}
        says={words.nav.entries(entries)}
      />
      <PageLink
        route={{ page: 'record' }}
        name={words.nav.record}
        icon={<ScrollText size={16} aria-hidden="true" />}
        count=""
        says=""
      />
      <PageLink
        route={{ page: 'settings' }}
        name={words.nav.settings}
        icon={<Settings size={16} aria-hidden="true" />}
        count=""
        says=""
      />
    </div>
  );
}

interface PageLinkProps {
  readonly route: Route;
  readonly name: string;
  readonly icon: ReactNode;
  readonly count: string;
  /** The count in words. */
  readonly says: string;
}

function PageLink({ route, name, icon, count, says }: PageLinkProps) {
  const store = usePageStore();
  const here = usePage((page) => page.route.page === route.page);
  return (
    <button
      type="button"
      className={classNames(styles.row, here && styles.on)}
      aria-label={name}
      aria-description={says === '' ? undefined : says}
      aria-current={here ? 'page' : undefined}
      title={name}
      onClick={() => store.go(route)}
    >
      {icon}
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{count}</span>
    </button>
  );
}
