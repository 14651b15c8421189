import { useEffect } from 'react';
import { usePage, usePageStore } from '../store/store-context.js';
import { shortcutOf } from '../ui/keys.js';

/** The keys that work everywhere: Ctrl/Cmd N, K to search, comma, and period to stop the turn of the open chat. */
export function useShortcuts(): void {
  const store = usePageStore();
  const platform = usePage((page) => page.platform);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const shortcut = shortcutOf(event, platform);
      if (shortcut === undefined) return;
      event.preventDefault();
      if (shortcut === 'new-chat') store.go({ page: 'chat' });
      else if (shortcut === 'search') store.focusSearch();
      else if (shortcut === 'settings') store.go({ page: 'settings' });
      else store.stopTurn();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store, platform]);
}
