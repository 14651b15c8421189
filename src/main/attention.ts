import { app, type BrowserWindow } from 'electron';
import type { Signs } from './approval-dialog.js';
import { showDesktopNote } from './desktop-note.js';
import { raiseWindow } from './window.js';

/** The keyboard is nobody's for a moment after a box has gone: who answered it this long ago is still there. ms. */
const JUST_THERE = 1000;

/**
 * Tells a user who looks elsewhere that a question waits: the window's button flashes, the app's icon has a badge, and the
 * system shows a note that leads back.
 */
export class Attention {
  readonly #window: () => BrowserWindow | undefined;
  /** Monotonic. ms. */
  readonly #now: () => number;
  #answered = Number.NEGATIVE_INFINITY;

  constructor(window: () => BrowserWindow | undefined, now: () => number) {
    this.#window = window;
    this.#now = now;
  }

  call(message: string): Signs {
    const window = this.#window();
    const seen = window?.isVisible() === true && !window.isMinimized();
    const there = window?.isFocused() === true || (seen && this.#now() - this.#answered < JUST_THERE);
    const calm = window === undefined || there ? undefined : callBack(window, message);
    return {
      end: (answered) => {
        calm?.();
        if (answered) this.#answered = this.#now();
      },
    };
  }
}

function callBack(window: BrowserWindow, message: string): () => void {
  window.flashFrame(true);
  app.setBadgeCount(1);
  const takeNoteAway = showDesktopNote({ title: 'Gatehouse', body: message, onClick: () => raiseWindow(window) });
  return () => {
    if (!window.isDestroyed()) window.flashFrame(false);
    app.setBadgeCount(0);
    takeNoteAway();
  };
}
