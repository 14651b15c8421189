import { assertNever } from '../../shared/assert-never.js';
import { PendingList } from '../features/approvals/PendingList.js';
import { ChatPage } from '../features/chat/ChatPage.js';
import { HelpDialog } from '../features/keys/HelpDialog.js';
import { Palette } from '../features/keys/Palette.js';
import { useShortcuts } from '../features/keys/use-shortcuts.js';
import { TrustPage } from '../features/policy/TrustPage.js';
import { RecordPage } from '../features/record/RecordPage.js';
import { ServersPage } from '../features/servers/ServersPage.js';
import { SettingsPage } from '../features/settings/SettingsPage.js';
import { UsagePage } from '../features/usage/UsagePage.js';
import { usePage } from '../store/store-context.js';
import { classNames } from '../ui/class-names.js';
import { Notices } from './Notices.js';
import { SideColumn } from './SideColumn.js';
import { useDropGuard } from './use-drop-guard.js';
import { useFolded } from './use-folded.js';
import styles from './Shell.module.css';

/** The side column and the page that the route names. */
export function Shell() {
  useShortcuts();
  const folded = useFolded();
  useDropGuard();
  return (
    <div className={classNames(styles.shell, folded && styles.folded)}>
      <SideColumn folded={folded} />
      <main className={styles.main}>
        <Notices />
        <PendingList />
        <CurrentPage />
      </main>
      <Palette />
      <HelpDialog />
    </div>
  );
}

function CurrentPage() {
  const route = usePage((page) => page.route);
  switch (route.page) {
    case 'chat':
      // A key of its own for each chat: what belongs to one (scrolling, an error) does not leak into the next.
      return <ChatPage key={route.conversationId ?? ''} conversationId={route.conversationId} />;
    case 'servers':
      return <ServersPage serverId={route.serverId} />;
    case 'trust':
      return <TrustPage />;
    case 'record':
      return <RecordPage />;
    case 'usage':
      return <UsagePage />;
    case 'settings':
      return <SettingsPage />;
    default:
      return assertNever(route);
  }
}
