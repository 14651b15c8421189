import type { CodeLanguage } from './code-language.js';
import type { CodeMark } from './code-mark.js';
import type { CodeTokens } from './code-tokens.js';

/** Longer code stays plain, UTF-16 units. */
export const LONGEST_PAINTED = 40_000;

export interface PainterPorts<T> {
  /** Opens the highlighter; called once, when the first code is to be painted. */
  readonly open: () => Promise<CodeTokens>;
  /** Runs the work when nothing else is to be done. */
  readonly idle: (work: () => void) => void;
  /** Colours pieces of what is shown; the returned function takes the colours away. */
  readonly brush: (shown: T, marks: readonly CodeMark[]) => () => void;
}

interface Job<T> {
  readonly shown: T;
  readonly code: string;
  readonly language: CodeLanguage;
  readonly erasers: (() => void)[];
  stopped: boolean;
}

/**
 * Colours finished code, one after the other, in moments in which the page has nothing else to do. Until then, and where
 * anything fails, code is plain.
 */
export class CodePainter<T> {
  readonly #ports: PainterPorts<T>;
  readonly #waiting: Job<T>[] = [];
  #tokens: Promise<CodeTokens> | undefined;
  #working = false;

  constructor(ports: PainterPorts<T>) {
    this.#ports = ports;
  }

  /** Begins to colour the code that is shown there. The returned function ends that and takes the colours away. */
  paint(shown: T, code: string, language: CodeLanguage): () => void {
    const job: Job<T> = { shown, code, language, erasers: [], stopped: code.length > LONGEST_PAINTED };
    this.#waiting.push(job);
    if (!this.#working) {
      this.#working = true;
      void this.#work();
    }
    return () => {
      job.stopped = true;
      for (const erase of job.erasers.splice(0)) erase();
    };
  }

  async #work(): Promise<void> {
    try {
      for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the page stays quick
        if (!job.stopped) await this.#paint(job);
      }
    } finally {
      this.#working = false;
    }
  }

  async #paint(job: Job<T>): Promise<void> {
    try {
      this.#tokens ??= this.#ports.open();
      const tokens = await this.#tokens;
      const steps = await tokens.steps(job.code, job.language);
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- a pause between the steps is what this is for
        await new Promise<void>((resolve) => this.#ports.idle(resolve));
        if (job.stopped) return;
        const step = steps.next();
        if (step.done === true) return;
        job.erasers.push(this.#ports.brush(job.shown, step.value));
      }
    } catch (error) {
      // The text is there and can be read: colours are no reason to trouble anybody.
      console.warn('code stays plain', error);
    }
  }
}
