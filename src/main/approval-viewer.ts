import { BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron';
import {
  VIEWER_ANSWER_CHANNEL,
  VIEWER_DOCUMENT_CHANNEL,
  VIEWER_REVISE_CHANNEL,
  VIEWER_TEXT_SIZE_CHANNEL,
  type ViewerDocument,
} from '../shared/ipc/viewer-contract.js';
import type { Appearance } from './appearance.js';
import type { WholeText } from './native-question.js';
import type { ReadOutcome } from './question-desk.js';
import { securePreferences } from './secure-preferences.js';

export interface ApprovalViewerOptions {
  readonly parent: () => BrowserWindow | undefined;
  readonly appearance: Pick<Appearance, 'background' | 'textSize' | 'textSizeChanged' | 'words'>;
  /** Where pages come from, such as `app://ui`. */
  readonly origin: string;
  /** Absolute path of the viewer's own preload script. */
  readonly preload: string;
}

/**
 * A window in which a text that is too long for a box is read before the box asks, and in which arguments are changed. It
 * can't allow anything.
 */
export class ApprovalViewer {
  readonly #options: ApprovalViewerOptions;
  #window: BrowserWindow | undefined;

  constructor(options: ApprovalViewerOptions) {
    this.#options = options;
  }

  /** Resolves when the user goes on or denies. A closed window, a crashed page and an aborted `signal` are `deny`. */
  async read(whole: WholeText, mustRead: boolean, signal: AbortSignal): Promise<ReadOutcome> {
    const window = this.#open();
    this.#window = window;
    try {
      return await this.#answerOf(window, whole, mustRead, signal);
    } finally {
      this.#window = undefined;
      if (!window.isDestroyed()) window.destroy();
    }
  }

  /** Brings the window to the front. */
  raise(): void {
    if (this.#window === undefined || this.#window.isDestroyed()) return;
    this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  #open(): BrowserWindow {
    const parent = this.#options.parent();
    return new BrowserWindow({
      // A child stays in front of its parent but does not lock it: the chat can be read, and stopped, meanwhile.
      ...(parent === undefined || parent.isDestroyed() ? {} : { parent }),
      width: 820,
      height: 640,
      minWidth: 480,
      minHeight: 360,
      show: false,
      title: 'Gatehouse',
      autoHideMenuBar: true,
      backgroundColor: this.#options.appearance.background,
      webPreferences: securePreferences(this.#options.preload),
    });
  }

  async #answerOf(
    window: BrowserWindow,
    whole: WholeText,
    mustRead: boolean,
    signal: AbortSignal,
  ): Promise<ReadOutcome> {
    const { appearance } = this.#options;
    const contents = window.webContents;
    // Channels of this one page: no other page has them.
    contents.ipc.handle(VIEWER_DOCUMENT_CHANNEL, (event): ViewerDocument => {
      if (!this.#isOurs(event)) throw new Error('not the viewer');
      return viewerDocument(whole, mustRead, appearance);
    });
    const stopFollowing = appearance.textSizeChanged.subscribe((size) => {
      if (!contents.isDestroyed()) contents.send(VIEWER_TEXT_SIZE_CHANNEL, size);
    });
    const answered = new AbortController();
    try {
      return await new Promise<ReadOutcome>((resolve) => {
        const withdraw = (): void => resolve('deny');
        contents.ipc.on(VIEWER_ANSWER_CHANNEL, (event, answer: unknown) => {
          if (this.#isOurs(event)) resolve(answer === 'read-on' ? 'read-on' : 'deny');
        });
        contents.ipc.handle(VIEWER_REVISE_CHANNEL, async (event, json: unknown): Promise<string | null> => {
          if (!this.#isOurs(event) || typeof json !== 'string') throw new Error('not the viewer');
          const problem = await whole.edit?.revise(json);
          if (problem === undefined) resolve('revised');
          return problem ?? null;
        });
        contents.on('render-process-gone', withdraw);
        window.on('closed', withdraw);
        signal.addEventListener('abort', withdraw, { signal: answered.signal });
        if (signal.aborted) withdraw();
        window.once('ready-to-show', () => window.show());
        window.loadURL(`${this.#options.origin}/viewer.html`).catch((error: unknown) => {
          // Unread is denied.
          if (!window.isDestroyed()) console.error('the viewer could not be shown', error);
          withdraw();
        });
      });
    } finally {
      stopFollowing();
      answered.abort();
    }
  }

  #isOurs(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
    const frame = event.senderFrame;
    return frame !== null && frame.parent === null && frame.origin === this.#options.origin;
  }
}

function viewerDocument(
  whole: WholeText,
  mustRead: boolean,
  { words, textSize }: ApprovalViewerOptions['appearance'],
): ViewerDocument {
  const { viewer } = words;
  const bytes = new Intl.NumberFormat(words.language).format(whole.bytes);
  return {
    language: words.language,
    textSize,
    heading: whole.heading,
    intro: mustRead ? viewer.intro : viewer.editIntro,
    sections: whole.sections,
    facts: viewer.facts(bytes, whole.sha256),
    ...(whole.edit === undefined ? {} : { json: whole.edit.json }),
    mustRead,
    words: viewer.page,
  };
}
