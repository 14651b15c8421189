import { once } from 'node:events';
import { join } from 'node:path';
import { app, powerMonitor, type BrowserWindow, type Session } from 'electron';
import { errorMessage } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import { chatAddress } from '../shared/chat-address.js';
import type { HostEvent } from '../shared/host-event.js';
import { plainText } from '../shared/text-columns.js';
import { Appearance } from './appearance.js';
import { serveApp } from './app-protocol.js';
import { boxTitle } from './approval-dialog-text.js';
import { BOX_LINES, boxLines } from './dialog-text.js';
import { earlyLook, lookQuery } from './early-look.js';
import { bindCommands, sendEvent } from './ipc-binder.js';
import { addContextMenu, setApplicationMenu } from './menu.js';
import { NotesBack } from './desktop-note.js';
import { createNativeDialogs, type NativeDialogs } from './native-dialogs.js';
import { recoverFromCrash } from './page-crash.js';
import { pageRules } from './page-rules.js';
import { quitWhenClosed } from './quit.js';
import { guardSession } from './web-contents-guard.js';
import { TurnNotes } from './turn-notes.js';
import { goWithinPage, openMainWindow, raiseWindow } from './window.js';

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
  const look = earlyLook(options.dataFolder);
  const appearance = new Appearance(look, app.getLocale());
  const developerTools = !app.isPackaged;
  guardSession(options.session, rules);
  serveApp(options.session, join(options.outFolder, 'renderer'));

  const page = openMainWindow({
    folder: options.dataFolder,
    url: `${rules.origin}/index.html?${lookQuery(look)}`,
    preload: join(options.outFolder, 'preload/index.cjs'),
    background: appearance.background,
    icon: options.icon,
    developerTools,
  });
  // To build it takes longer than a frame.
  page.once('show', () => setApplicationMenu(appearance.words, developerTools));
  const window = (): BrowserWindow | undefined => (page.isDestroyed() ? undefined : page);
  const dialogs = createNativeDialogs(window);
  // Nearly all of the code is behind this import, and reading it keeps main from serving the page: that comes first.
  const composed = Promise.race([pageStands(page), once(page, 'closed')])
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
      startHost(
        host,
        (event) => sendEvent(window()?.webContents, event),
        (event) => followSettings(event, appearance, developerTools),
        turnNotes(host, page, appearance),
      ),
    (error: unknown) => giveUp(error, window, dialogs, appearance),
  );
  return window;
}

/** Once the window shows and its page has been loaded, or has failed to: the window shows before the script is read. */
async function pageStands(page: BrowserWindow): Promise<void> {
  await Promise.all([once(page, 'show'), once(page.webContents, 'did-stop-loading')]);
}

/** Listens first: nothing that happens from the start on is missed. */
function startHost(host: Host, ...listeners: readonly ((event: HostEvent) => void)[]): void {
  for (const hear of listeners) host.subscribe(hear);
  host.start();
  powerMonitor.on('resume', () => host.wake());
}

/** Hears the host's events and tells a user who looks elsewhere of the turns that end. */
function turnNotes(host: Host, page: BrowserWindow, appearance: Appearance): (event: HostEvent) => void {
  const back = new NotesBack();
  page.on('focus', () => back.clear());
  const notes = new TurnNotes({
    isLooking: () => page.isDestroyed() || (page.isFocused() && page.isVisible()),
    state: async () => (await host.commands['app.snapshot']({})).state,
    words: () => appearance.words,
    show: (note) => back.show(note),
    open: (id) => {
      if (page.isDestroyed()) return;
      raiseWindow(page);
      goWithinPage(page, chatAddress(id));
    },
  });
  return (event) => void notes.hear(event).catch((error: unknown) => console.error('no note of a turn', error));
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
