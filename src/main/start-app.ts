import { once } from 'node:events';
import { join } from 'node:path';
import { app, powerMonitor, type BrowserWindow, type Session } from 'electron';
import { errorMessage } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import type { HostEvent } from '../shared/host-event.js';
import { plainText } from '../shared/text-columns.js';
import { Appearance } from './appearance.js';
import { serveApp } from './app-protocol.js';
import { boxTitle } from './approval-dialog-text.js';
import { BOX_LINES, boxLines } from './dialog-text.js';
import { earlyLook } from './early-look.js';
import { bindCommands, sendEvent } from './ipc-binder.js';
import { addContextMenu, setApplicationMenu } from './menu.js';
import { createNativeDialogs, type NativeDialogs } from './native-dialogs.js';
import { recoverFromCrash } from './page-crash.js';
import { pageRules } from './page-rules.js';
import { quitWhenClosed } from './quit.js';
import { guardSession } from './web-contents-guard.js';
import { openMainWindow } from './window.js';

export interface StartOptions {
  readonly dataFolder: string;
  readonly outFolder: string;
  readonly serversFolder: string;
  readonly icon: string | undefined;
  /** Address of the development server; undefined in every build that users get. */
  readonly devServer: string | undefined;
  readonly session: Session;
}

/** After `ready`: the window first, then the host behind it. Gives a way to the window, for as long as it is there. */
export function startApp(options: StartOptions): () => BrowserWindow | undefined {
  const rules = pageRules(options.devServer);
  const appearance = new Appearance(earlyLook(options.dataFolder), app.getLocale());
  const developerTools = !app.isPackaged;
  guardSession(options.session, rules);
  serveApp(options.session, join(options.outFolder, 'renderer'));
  setApplicationMenu(appearance.words, developerTools);

  const page = openMainWindow({
    folder: options.dataFolder,
    url: `${rules.origin}/index.html`,
    preload: join(options.outFolder, 'preload/index.cjs'),
    background: appearance.background,
    icon: options.icon,
    developerTools,
  });
  const window = (): BrowserWindow | undefined => (page.isDestroyed() ? undefined : page);
  const dialogs = createNativeDialogs(window);
  // Nearly all of the code is behind this import, and reading it keeps main from serving the page: the window comes first.
  const composed = Promise.race([once(page, 'show'), once(page, 'closed')])
    .then(() => import('./compose.js'))
    .then(({ composeHost }) => composeHost({ ...options, origin: rules.origin, window, appearance, dialogs }));
  bindCommands({
    isKnownPage: (id) => window()?.webContents.id === id,
    origin: rules.origin,
    host: composed.then(({ host }) => host),
    validatorOf: async (name) => (await composed).validatorOf(name),
    internalMessage: () => appearance.words.page.internal,
    log: (message, error) => console.error(message, error),
  });
  addContextMenu(page, () => appearance.words);
  recoverFromCrash(
    page,
    () => askToReload(dialogs, appearance),
    () => app.quit(),
  );
  quitWhenClosed(app, composed, window);
  composed.then(
    ({ host }) =>
      startHost(host, (event) => {
        sendEvent(window()?.webContents, event);
        followSettings(event, appearance, developerTools);
      }),
    (error: unknown) => giveUp(error, window, dialogs, appearance),
  );
  return window;
}

/** Listens first: nothing that happens from the start on is missed. */
function startHost(host: Host, hear: (event: HostEvent) => void): void {
  host.subscribe(hear);
  host.start();
  powerMonitor.on('resume', () => host.wake());
}

function followSettings(event: HostEvent, appearance: Appearance, developerTools: boolean): void {
  if (event.type !== 'state' || event.patch.settings === undefined) return;
  const before = appearance.words;
  appearance.follow(event.patch.settings);
  if (appearance.words !== before) setApplicationMenu(appearance.words, developerTools);
}

async function askToReload(dialogs: NativeDialogs, { words }: Appearance): Promise<boolean> {
  const { page } = words;
  const button = await dialogs.showLockingBox({
    title: boxTitle(page.crashedAgain),
    message: page.crashedAgain,
    detail: page.crashedAgainDetail,
    buttons: [page.quit, page.reload],
  });
  return button === 1;
}

/** Without a host there is nothing to show: says why, and ends. */
async function giveUp(
  error: unknown,
  window: () => BrowserWindow | undefined,
  dialogs: NativeDialogs,
  { words }: Appearance,
): Promise<void> {
  console.error(error);
  try {
    // A window that appears later would cover the box.
    const page = window();
    if (page?.isVisible() === false) await once(page, 'show');
    await dialogs.showLockingBox({
      title: boxTitle(words.page.cannotStart),
      message: words.page.cannotStart,
      detail: boxLines(plainText(errorMessage(error)))
        .slice(0, BOX_LINES - 1)
        .join('\n'),
      buttons: [words.page.quit],
    });
  } finally {
    app.exit(1);
  }
}
