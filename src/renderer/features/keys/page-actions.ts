import { assertNever } from '../../../shared/assert-never.js';
import type { PageStore } from '../../store/page-store.js';
import { isNarrow } from '../../ui/narrow.js';
import { jumpToMessage } from './jump-to-message.js';
import type { ShortcutId } from './shortcuts.js';

/** Does what a shortcut says. None of it can let a tool run, or change what may. */
export function runShortcut(id: ShortcutId, store: PageStore): void {
  switch (id) {
    case 'palette':
    case 'help':
      return store.setOverlay(id);
    case 'new-chat':
      store.go({ page: 'chat' });
      return store.focusComposer();
    case 'search':
      return search(store);
    case 'composer':
    case 'chat':
      return store.toChat();
    case 'stop':
      return store.stopTurn();
    case 'previous-message':
      return jumpToMessage(store, 'previous');
    case 'next-message':
      return jumpToMessage(store, 'next');
    case 'servers':
    case 'trust':
    case 'record':
    case 'usage':
    case 'settings':
      return store.openPage({ page: id });
    case 'side':
      return toggleSide(store);
    default:
      return assertNever(id);
  }
}

/** Beside a folded side column the chats open first; their search has the focus then. */
function search(store: PageStore): void {
  if (isFolded(store) && !store.state.getState().chatsOpen) store.setChatsOpen(true);
  else store.focusSearch();
}

function toggleSide(store: PageStore): void {
  const { app, chatsOpen } = store.state.getState();
  if (app === undefined) return;
  if (isNarrow(app.settings.textSize)) store.setChatsOpen(!chatsOpen);
  else store.changeSettings({ sideFolded: !app.settings.sideFolded });
}

function isFolded(store: PageStore): boolean {
  const settings = store.state.getState().app?.settings;
  return settings !== undefined && (settings.sideFolded || isNarrow(settings.textSize));
}
