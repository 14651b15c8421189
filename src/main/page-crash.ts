import type { BrowserWindow } from 'electron';

/** Two crashes within this time are one trouble that reloading does not cure. ms. */
const AGAIN = 10_000;

/**
 * Loads the page anew when its process dies: the host lives in main, so the page asks for a snapshot and goes on. A page that
 * dies again at once is not reloaded without end: `askUser` resolves with true to reload, false to quit.
 */
export function recoverFromCrash(window: BrowserWindow, askUser: () => Promise<boolean>, quit: () => void): void {
  let last = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    console.error(`the page's process ended: ${details.reason} (${details.exitCode})`);
    const now = performance.now();
    const again = now - last < AGAIN;
    last = now;
    const act = async (): Promise<void> => {
      if (again && !(await askUser())) quit();
      else if (!window.isDestroyed()) window.webContents.reload();
    };
    act().catch((error: unknown) => console.error('the page could not be brought back', error));
  });
}
