import { Notification } from 'electron';

/** What the system shows beside the other windows. */
export interface DesktopNote {
  readonly title: string;
  readonly body: string;
  readonly onClick: () => void;
}

/** Shows it, where the system can. The returned function takes it away. */
export function showDesktopNote({ title, body, onClick }: DesktopNote): () => void {
  if (!Notification.isSupported()) return () => undefined;
  const note = new Notification({ title, body });
  note.on('click', onClick);
  note.show();
  return () => note.close();
}

/** The notes that lead back to the window: they go once the user is there. */
export class NotesBack {
  // Also keeps them: a note that nothing holds forgets what a click means.
  #open: (() => void)[] = [];

  show(note: DesktopNote): void {
    this.#open.push(showDesktopNote(note));
  }

  clear(): void {
    for (const close of this.#open.splice(0)) close();
  }
}
