import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import type { Words } from './words/words.js';

/**
 * The application menu. Its shortcuts are the system's usual ones; those of the page stand in
 * `renderer/features/keys/shortcuts.ts` and are none of these.
 */
export function setApplicationMenu(words: Words, developerTools: boolean): void {
  const { menu } = words;
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
      { label: menu.file, submenu: [item('close', menu.close), item('quit', menu.quit)] },
      {
        label: menu.edit,
        submenu: [
          item('undo', menu.undo),
          item('redo', menu.redo),
          separator,
          item('cut', menu.cut),
          item('copy', menu.copy),
          item('paste', menu.paste),
          item('selectAll', menu.selectAll),
        ],
      },
      {
        label: menu.view,
        submenu: [
          item('resetZoom', menu.actualSize),
          item('zoomIn', menu.zoomIn),
          item('zoomOut', menu.zoomOut),
          separator,
          item('togglefullscreen', menu.fullScreen),
          ...(developerTools
            ? [separator, item('reload', menu.reload), item('toggleDevTools', menu.developerTools)]
            : []),
        ],
      },
      { label: menu.window, submenu: [item('minimize', menu.minimize)] },
    ]),
  );
}

/** Cut, copy and paste under the right mouse button, where they do something. */
export function addContextMenu(window: BrowserWindow, words: () => Words): void {
  window.webContents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const { menu } = words();
    const items: MenuItemConstructorOptions[] = isEditable
      ? [
          { role: 'cut', label: menu.cut, enabled: editFlags.canCut },
          { role: 'copy', label: menu.copy, enabled: editFlags.canCopy },
          { role: 'paste', label: menu.paste, enabled: editFlags.canPaste },
          { role: 'selectAll', label: menu.selectAll },
        ]
      : [{ role: 'copy', label: menu.copy, enabled: selectionText !== '' }];
    if (isEditable || selectionText !== '') Menu.buildFromTemplate(items).popup({ window });
  });
}

function item(role: NonNullable<MenuItemConstructorOptions['role']>, label: string): MenuItemConstructorOptions {
  return { role, label };
}
