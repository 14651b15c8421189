import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, Menu, session } from 'electron';
import { registerAppScheme } from './app-protocol.js';
import { startApp } from './start-app.js';
import { raiseWindow } from './window.js';
import { guardWebContents } from './web-contents-guard.js';

/*
 * The entry. What has to stand before `ready` stands here; the rest is `startApp`.
 */

const outFolder = join(import.meta.dirname, '..');
// Read only while developing; in a build the condition is false for good and the address is not even looked at.
const devServer = import.meta.env.DEV && !app.isPackaged ? process.env['ELECTRON_RENDERER_URL'] : undefined;

const dataFolder = settleDataFolder();
// One instance for each data folder: two would write over each other's files.
if (app.requestSingleInstanceLock()) {
  // As root Chromium starts with `--no-sandbox` only, which the start scripts pass; both together start nothing at all.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  registerAppScheme();
  // Electron would build a menu of its own while the window waits; ours comes with the window.
  Menu.setApplicationMenu(null);
  guardWebContents(app);
  const started = app.whenReady().then(() =>
    startApp({
      dataFolder,
      outFolder,
      serversFolder: app.isPackaged ? join(process.resourcesPath, 'servers') : join(outFolder, 'servers'),
      icon: iconFile(),
      devServer,
      session: session.defaultSession,
    }),
  );
  started.catch((error: unknown) => {
    console.error(error);
    app.exit(1);
  });
  // A second start brings the window to the front. What stands on its command line is not even looked at.
  app.on('second-instance', () => void started.then((window) => raiseWindow(window())));
} else {
  app.quit();
}

/** `GATEHOUSE_HOME`, else the system's place for this app's data. Chromium's own files go into a folder inside. */
function settleDataFolder(): string {
  const home = process.env['GATEHOUSE_HOME'];
  const folder = home === undefined || home === '' ? app.getPath('userData') : resolve(home);
  const browserFolder = join(folder, 'browser');
  mkdirSync(browserFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
  app.setPath('sessionData', browserFolder);
  return folder;
}

/** Of 128 px: to read a larger one and to hand it to the system would keep the window waiting. */
function iconFile(): string | undefined {
  const folder = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources');
  const file = join(folder, 'window-icon.png');
  return existsSync(file) ? file : undefined;
}
