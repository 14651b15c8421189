import { join } from 'node:path';
import {
  app,
  dialog,
  type BrowserWindow,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import type { NativeQuestion } from './native-question.js';

/** The only door to `dialog`. */
export interface NativeDialogs {
  showBox(question: NativeQuestion, signal: AbortSignal): Promise<number>;
  /** A box that locks the window: for when nothing in it can be done any more. */
  showLockingBox(question: NativeQuestion): Promise<number>;
  pickFolder(title: string): Promise<string | undefined>;
  /** The system itself asks before a file is written over. */
  pickSaveFile(title: string, suggestedName: string): Promise<string | undefined>;
  pickOpenFile(title: string): Promise<string | undefined>;
}

export function createNativeDialogs(window: () => BrowserWindow | undefined): NativeDialogs {
  return {
    showBox: (question, signal) => show(question, boxParent(window()), signal),
    showLockingBox: (question) => show(question, window()),
    async pickFolder(title) {
      const parent = window();
      const options = { title, properties: ['openDirectory', 'createDirectory'] } as const;
      const { canceled, filePaths } = await (parent === undefined
        ? dialog.showOpenDialog({ ...options, properties: [...options.properties] })
        : dialog.showOpenDialog(parent, { ...options, properties: [...options.properties] }));
      return canceled ? undefined : filePaths[0];
    },
    async pickOpenFile(title) {
      const parent = window();
      const options: OpenDialogOptions = {
        title,
        properties: ['openFile'],
        filters: [{ name: 'JSON', extensions: ['json'] }],
      };
      const { canceled, filePaths } = await (parent === undefined
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(parent, options));
      return canceled ? undefined : filePaths[0];
    },
    async pickSaveFile(title, suggestedName) {
      const parent = window();
      const options: SaveDialogOptions = {
        title,
        defaultPath: join(app.getPath('documents'), suggestedName),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      };
      const { canceled, filePath } = await (parent === undefined
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(parent, options));
      return canceled || filePath === '' ? undefined : filePath;
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

async function show(
  question: NativeQuestion,
  parent: BrowserWindow | undefined,
  signal?: AbortSignal,
): Promise<number> {
  const options = boxOptions(question, signal);
  const { response } = await (parent === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(parent, options));
  return response;
}

function boxOptions(question: NativeQuestion, signal: AbortSignal | undefined): MessageBoxOptions {
  return {
    type: 'question',
    title: question.title,
    message: question.message,
    detail: question.detail,
    buttons: [...question.buttons],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    ...(signal === undefined ? {} : { signal }),
  };
}
