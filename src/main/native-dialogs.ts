import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { NativeQuestion } from './native-question.js';

/** The only door to `dialog`. */
export interface NativeDialogs {
  showBox(question: NativeQuestion, signal: AbortSignal): Promise<number>;
  pickFolder(title: string): Promise<string | undefined>;
  /** Tells of a failure that leaves no page to tell it on; returns when it was read. */
  showFailure(title: string, message: string): void;
}

export function createNativeDialogs(window: () => BrowserWindow | undefined): NativeDialogs {
  return {
    async showBox(question, signal) {
      const options = boxOptions(question, signal);
      const parent = boxParent(window());
      const { response } = await (parent === undefined
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(parent, options));
      return response;
    },
    async pickFolder(title) {
      const parent = window();
      const options = { title, properties: ['openDirectory', 'createDirectory'] } as const;
      const { canceled, filePaths } = await (parent === undefined
        ? dialog.showOpenDialog({ ...options, properties: [...options.properties] })
        : dialog.showOpenDialog(parent, { ...options, properties: [...options.properties] }));
      return canceled ? undefined : filePaths[0];
    },
    showFailure(title, message) {
      dialog.showErrorBox(title, message);
    },
  };
}

/**
 * A box with a parent locks the parent: the user could neither read the chat before deciding, nor press Stop. So it stands
 * alone, and "Open dialog" in the page brings it to the front. On macOS a box without a parent would stop the whole main
 * process instead, so there it is a sheet.
 */
function boxParent(window: BrowserWindow | undefined): BrowserWindow | undefined {
  return process.platform === 'darwin' && window?.isVisible() === true ? window : undefined;
}

function boxOptions(question: NativeQuestion, signal: AbortSignal): MessageBoxOptions {
  return {
    type: 'question',
    title: question.title,
    message: question.message,
    detail: question.detail,
    buttons: [...question.buttons],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  };
}
