import { BrowserWindow, screen } from 'electron';
import { securePreferences } from './secure-preferences.js';
import { placement, readWindowState, SMALLEST, writeWindowState } from './window-state.js';

export interface MainWindowOptions {
  /** Where its place is remembered. */
  readonly folder: string;
  readonly url: string;
  /** Absolute path of the preload script. */
  readonly preload: string;
  readonly background: string;
  readonly icon: string | undefined;
  readonly developerTools: boolean;
}

/** A page that does not paint is shown all the same after this long: an empty window says more than none. ms. */
const LONGEST_WAIT = 4000;
/** Moves and resizes come in floods. ms. */
const SETTLE = 500;

/** Opens the one window of the app. It shows itself when its page has painted. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const state = readWindowState(options.folder);
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow({
    ...placement(state, screens),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'Gatehouse',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: options.background,
    webPreferences: securePreferences(options.preload, options.developerTools),
  });
  if (state?.maximized === true) window.maximize();
  showWhenReady(window);
  rememberPlace(window, options.folder);
  putBack(window, options.url);
  window.loadURL(options.url).catch((error: unknown) => {
    if (!window.isDestroyed()) console.error('the page could not be loaded', error);
  });
  // While the page's process starts.
  if (options.icon !== undefined) window.setIcon(options.icon);
  return window;
}

/** Chromium asks nobody before a page goes to about:blank: one that blanks itself is loaded anew. */
function putBack(window: BrowserWindow, url: string): void {
  window.webContents.on('did-navigate', (_event, where) => {
    if (where.startsWith(url)) return;
    window.loadURL(url).catch((error: unknown) => console.error('the page could not be put back', error));
  });
}

/** Brings the window to the front, from wherever it is. */
export function raiseWindow(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Moves to another place of the page that is open, as its address names it from `#` on. The page stays loaded. */
export function goWithinPage(window: BrowserWindow, hash: string): void {
  const url = new URL(window.webContents.getURL());
  url.hash = hash;
  window.loadURL(url.href).catch((error: unknown) => console.error('the page did not go there', error));
}

function showWhenReady(window: BrowserWindow): void {
  const show = (): void => {
    clearTimeout(timer);
    if (!window.isDestroyed() && !window.isVisible()) window.show();
  };
  const timer = setTimeout(show, LONGEST_WAIT);
  window.once('ready-to-show', show);
  window.once('closed', () => clearTimeout(timer));
}

function rememberPlace(window: BrowserWindow, folder: string): void {
  let timer: NodeJS.Timeout | undefined;
  const write = (): void => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized()) return;
    try {
      writeWindowState(folder, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
    } catch (error) {
      console.error('the place of the window was not stored', error);
    }
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(write, SETTLE);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('close', write);
  window.on('closed', () => clearTimeout(timer));
}
