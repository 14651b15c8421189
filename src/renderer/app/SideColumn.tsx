import { Popover } from '@base-ui/react/popover';
import {
  ChartNoAxesColumn,
  CircleQuestionMark,
  MessagesSquare,
  PanelLeftClose,
  PanelLeftOpen,
  Plus,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { keyNames } from '../features/keys/key-names.js';
import { chordOf, type ShortcutId } from '../features/keys/shortcuts.js';
import { useWords } from '../i18n/words-context.js';
import type { Route } from '../store/route.js';
import { useApp, usePage, usePageStore } from '../store/store-context.js';
import { classNames } from '../ui/class-names.js';
import { IconButton } from '../ui/Button.js';
import { Dot } from '../ui/Dot.js';
import { HiddenText } from '../ui/HiddenText.js';
import { useNarrow } from '../ui/narrow.js';
import popup from '../ui/Popup.module.css';
import { Chats } from './Chats.js';
import { GateMark } from './GateMark.js';
import styles from './SideColumn.module.css';

/** New chat, the chats by day, and the pages with their counts. `folded`: as icons. */
export function SideColumn({ folded }: { readonly folded: boolean }) {
  const words = useWords();
  const store = usePageStore();
  return (
    <nav className={classNames(styles.side, folded && styles.folded)} aria-label={words.nav.side}>
      <div className={styles.brand}>
        <GateMark />
        {folded ? null : <span>{words.app.name}</span>}
        <FoldButton folded={folded} />
      </div>
      <button type="button" className={styles.new} title={words.nav.newChat} onClick={() => store.go({ page: 'chat' })}>
        <Plus size={16} aria-hidden="true" />
        {folded ? (
          <HiddenText>{words.nav.newChat}</HiddenText>
        ) : (
          <span className={styles.name}>{words.nav.newChat}</span>
        )}
        {folded ? null : <KeyHint id="new-chat" />}
      </button>
      {folded ? (
        <FoldedChats />
      ) : (
        <div className={styles.chats}>
          <Chats />
        </div>
      )}
      <Pages folded={folded} />
    </nav>
  );
}

/** The keys of a shortcut, for the eye only: the button says what it does. */
function KeyHint({ id }: { readonly id: ShortcutId }) {
  const platform = usePage((page) => page.platform);
  const chord = chordOf(id, platform);
  return chord === undefined ? null : (
    <kbd className={styles.keys} aria-hidden="true">
      {keyNames(chord, platform).join(' ')}
    </kbd>
  );
}

/** Folds the column, and opens it again where the window has room for it. */
function FoldButton({ folded }: { readonly folded: boolean }) {
  const words = useWords();
  const store = usePageStore();
  const narrow = useNarrow(useApp((app) => app.settings.textSize));
  if (narrow) return null;
  const Icon = folded ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className={styles.fold}>
      <IconButton
        label={folded ? words.keys.unfold : words.keys.fold}
        icon={<Icon size={16} aria-hidden="true" />}
        onClick={() => store.changeSettings({ sideFolded: !folded })}
      />
    </div>
  );
}

/** The chats behind one icon, where the column is folded. */
function FoldedChats() {
  const words = useWords();
  const store = usePageStore();
  const waits = useApp((app) => app.approvals.length > 0);
  const open = usePage((page) => page.chatsOpen);
  return (
    <div className={styles.behind}>
      <Popover.Root open={open} onOpenChange={(next) => store.setChatsOpen(next)}>
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
              <Chats onOpen={() => store.setChatsOpen(false)} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function Pages({ folded }: { readonly folded: boolean }) {
  const words = useWords();
  const servers = useApp((app) => app.servers);
  const entries = useApp((app) => app.policies.length + app.argumentRules.length + app.chatGrants.length);
  const running = servers.filter((server) => server.status.kind === 'running').length;
  return (
    <div className={styles.pages}>
      <PageLink
        folded={folded}
        route={{ page: 'servers' }}
        name={words.nav.servers}
        icon={<Server size={16} aria-hidden="true" />}
        count={servers.length === 0 ? '' : `${running} / ${servers.length}`}
        says={words.nav.running(running, servers.length)}
      />
      <PageLink
        folded={folded}
        route={{ page: 'trust' }}
        name={words.nav.trust}
        icon={<ShieldCheck size={16} aria-hidden="true" />}
        count={entries === 0 ? '' : String(entries)}
        says={words.nav.entries(entries)}
      />
      <PageLink
        folded={folded}
        route={{ page: 'record' }}
        name={words.nav.record}
        icon={<ScrollText size={16} aria-hidden="true" />}
        count=""
        says=""
      />
      <PageLink
        folded={folded}
        route={{ page: 'usage' }}
        name={words.usage.title}
        icon={<ChartNoAxesColumn size={16} aria-hidden="true" />}
        count=""
        says=""
      />
      <PageLink
        folded={folded}
        route={{ page: 'settings' }}
        name={words.nav.settings}
        icon={<Settings size={16} aria-hidden="true" />}
        count=""
        says=""
      />
      <HelpButton folded={folded} />
    </div>
  );
}

function HelpButton({ folded }: { readonly folded: boolean }) {
  const words = useWords();
  const store = usePageStore();
  return (
    <button
      type="button"
      className={styles.row}
      aria-label={folded ? words.keys.helpTitle : undefined}
      aria-haspopup="dialog"
      title={words.keys.helpTitle}
      onClick={() => store.setOverlay('help')}
    >
      <CircleQuestionMark size={16} aria-hidden="true" />
      {folded ? null : <span className={styles.name}>{words.keys.helpTitle}</span>}
      {folded ? null : <KeyHint id="help" />}
    </button>
  );
}

interface PageLinkProps {
  readonly folded: boolean;
  readonly route: Route;
  readonly name: string;
  readonly icon: ReactNode;
  readonly count: string;
  /** The count in words. */
  readonly says: string;
}

function PageLink({ folded, route, name, icon, count, says }: PageLinkProps) {
  const store = usePageStore();
  const here = usePage((page) => page.route.page === route.page);
  return (
    <button
      type="button"
      className={classNames(styles.row, here && styles.on)}
      aria-label={folded ? name : undefined}
      aria-description={says === '' ? undefined : says}
      aria-current={here ? 'page' : undefined}
      title={name}
      onClick={() => store.go(route)}
    >
      {icon}
      {folded ? null : <span className={styles.name}>{name}</span>}
      {folded ? null : (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  );
}
