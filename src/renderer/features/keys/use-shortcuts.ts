import { useEffect } from 'react';
import { usePage, usePageStore } from '../../store/store-context.js';
import { runShortcut } from './page-actions.js';
import { shortcutOf } from './shortcuts.js';

/** What has the keyboard to itself while it is open. */
const OVER_THE_PAGE = '[data-modal], [role=menu], [role=listbox]';
const TEXT_BOX = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Acts on the keys of `shortcuts.ts`, wherever the focus is. */
export function useShortcuts(): void {
  const store = usePageStore();
  const platform = usePage((page) => page.platform);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : undefined;
      const shortcut = shortcutOf(event, platform, target?.closest(TEXT_BOX) != null);
      if (shortcut === undefined) return;
      if (target?.closest(OVER_THE_PAGE) != null && shortcut.overDialogs !== true) return;
      event.preventDefault();
      if (event.repeat && shortcut.repeats !== true) return;
      runShortcut(shortcut.id, store);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store, platform]);
}
