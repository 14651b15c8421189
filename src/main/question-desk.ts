import type { NativeQuestion, WholeText } from './native-question.js';

/** An answer other than no that comes sooner than this after the box was shown was not meant for it. ms. */
const TOO_SOON_MS = 500;

/** What came of the viewer: read, denied, or its arguments were changed. */
export type ReadOutcome = 'read-on' | 'deny' | 'revised';

/** The answer where the arguments were changed instead: the question is another one now. */
export const REVISED = -1;

/** What a question needs of the system. */
export interface QuestionPorts {
  /** Shows a native box and resolves with the index of the button; when `signal` aborts the box goes and answers anything. */
  readonly showBox: (question: NativeQuestion, signal: AbortSignal) => Promise<number>;
  /** Shows a long text. Closing its window is `deny`, so is `signal`. `mustRead`: to its end before it goes on. */
  readonly readWhole: (whole: WholeText, mustRead: boolean, signal: AbortSignal) => Promise<ReadOutcome>;
  readonly raiseViewer: () => void;
  /** Monotonic. ms. */
  readonly now: () => number;
}

/**
 * The desk at which questions are put to the user: one at a time, the rest wait in order. Two boxes over one another would
 * let a keystroke meant for one answer the other.
 */
export class QuestionDesk {
  readonly #ports: QuestionPorts;
  #last: Promise<unknown> = Promise.resolve();
  #raise: (() => void) | undefined;

  constructor(ports: QuestionPorts) {
    this.#ports = ports;
  }

  /**
   * The index of the button. 0 = no, which is also the answer where `signal` aborted: look at it. Never another index that
   * came too soon to be meant; such a box is shown again. `REVISED` where the viewer came first and changed the question.
   */
  ask(question: NativeQuestion, signal: AbortSignal): Promise<number> {
    return this.#inTurn(() => this.#askNow(question, signal));
  }

  /** Shows a text that need not be read to its end, to change what is in it. */
  read(whole: WholeText, signal: AbortSignal): Promise<ReadOutcome> {
    return this.#inTurn(() => this.#readNow(whole, false, signal));
  }

  /** Brings the open question to the front. */
  focus(): void {
    this.#raise?.();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const answer = this.#last.then(work).finally(() => {
      this.#raise = undefined;
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #askNow(question: NativeQuestion, signal: AbortSignal): Promise<number> {
    if (!signal.aborted && question.whole !== undefined) {
      const read = await this.#readNow(question.whole, true, signal);
      if (read !== 'read-on') return read === 'revised' ? REVISED : 0;
    }
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- a box is shown again only after the one before it has gone
      const button = await this.#showBox(question, signal);
      if (button !== undefined) return button;
    }
    return 0;
  }

  async #readNow(whole: WholeText, mustRead: boolean, signal: AbortSignal): Promise<ReadOutcome> {
    if (signal.aborted) return 'deny';
    this.#raise = this.#ports.raiseViewer;
    return this.#ports.readWhole(whole, mustRead, signal);
  }

  /** One showing of the box; undefined where it has to be shown again. */
  async #showBox(question: NativeQuestion, signal: AbortSignal): Promise<number | undefined> {
    const box = new AbortController();
    const close = (): void => box.abort();
    signal.addEventListener('abort', close, { once: true });
    // No system lets a program raise a message box: taking it away and showing it again puts it in front.
    this.#raise = close;
    try {
      const shown = this.#ports.now();
      const button = await this.#ports.showBox(question, box.signal);
      if (signal.aborted) return 0;
      if (box.signal.aborted) return undefined;
      return button === 0 || this.#ports.now() - shown >= TOO_SOON_MS ? button : undefined;
    } finally {
      signal.removeEventListener('abort', close);
    }
  }
}
