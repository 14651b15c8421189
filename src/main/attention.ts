import { Notification, type BrowserWindow } from 'electron';
import { raiseWindow } from './window.js';

/**
 * Tells a user who looks elsewhere that a question waits: the window's button flashes and, where the window can't be seen,
 * the system shows a note. Returns what takes both away again.
 */
export function callAttention(window: BrowserWindow | undefined, message: string): () => void {
  if (window === undefined || window.isDestroyed() || window.isFocused()) return () => undefined;
  window.flashFrame(true);
  const note = window.isVisible() && !window.isMinimized() ? undefined : showNote(window, message);
  return () => {
    if (!window.isDestroyed()) window.flashFrame(false);
    note?.close();
  };
}

function showNote(window: BrowserWindow, message: string): Notification | undefined {
  if (!Notification.isSupported()) return undefined;
  const note = new Notification({ title: 'Gatehouse', body: message });
  note.on('click', () => raiseWindow(window));
  note.show();
  return note;
}
