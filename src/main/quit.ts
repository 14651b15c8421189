import type { App, BrowserWindow } from 'electron';
import type { ComposedHost } from './compose.js';

/** So long may the servers take to go. ms. */
const LONGEST_CLOSE = 3000;

/** Ends the app in order: the window goes at once, then the host closes its servers, and the app ends after 3 s at most. */
export function quitWhenClosed(
  app: App,
  composed: Promise<ComposedHost>,
  window: () => BrowserWindow | undefined,
): void {
  let closing = false;
  app.on('window-all-closed', () => app.quit());
  // Asked to end by the system or a terminal: in order too, so that no server is left and nothing is half written.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    window()?.hide();
    const end = (): void => {
      // `exit` asks no window: its place has to be stored by its own close.
      window()?.close();
      app.exit(0);
    };
    setTimeout(end, LONGEST_CLOSE);
    composed
      .then((host) => host.close())
      .catch((error: unknown) => console.error('the host did not close in order', error))
      .finally(end);
  });
}
