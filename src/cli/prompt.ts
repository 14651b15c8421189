/** An answer that comes sooner than this after its question was shown was typed before it, and is not meant for it. ms. */
const TOO_SOON_MS = 500;

export interface PromptInput {
  readonly isTTY?: boolean;
  readonly readableEnded: boolean;
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  off(event: 'data', listener: (chunk: Buffer | string) => void): unknown;
  off(event: 'end', listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

export interface PromptParts {
  readonly input: PromptInput;
  readonly output: { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };
  /** False where stdin is to be read for something else. */
  readonly inputIsFree: boolean;
  /** Monotonic. ms. */
  readonly now: () => number;
}

/**
 * Questions on stderr, answered in a line on stdin: one at a time, the others wait in order. Stdin stays as the terminal
 * gives it, so Ctrl+C is the system's and Ctrl+D is no answer.
 */
export class Prompt {
  readonly #parts: PromptParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: PromptParts) {
    this.#parts = parts;
  }

  /** True where somebody can read a question and answer it. */
  get canAsk(): boolean {
    const { input, output, inputIsFree } = this.#parts;
    return inputIsFree && input.isTTY === true && output.isTTY === true && !input.readableEnded;
  }

  get columns(): number {
    return this.#parts.output.columns ?? 80;
  }

  /** The answer, lower case and trimmed. Empty = nobody answered: `signal` aborted, or the input ended. */
  ask(text: string, question: string, signal: AbortSignal): Promise<string> {
    const answer = this.#last.then(() => this.#askNow(text, question, signal));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #askNow(text: string, question: string, signal: AbortSignal): Promise<string> {
    if (signal.aborted || !this.canAsk) return '';
    const { output, now } = this.#parts;
    output.write(`${text}\n`);
    for (;;) {
      output.write(`${question} `);
      const shown = now();
      // oxlint-disable-next-line no-await-in-loop -- it is asked again only after this answer
      const line = await this.#line(signal);
      if (line === undefined) {
        output.write('\n');
        return '';
      }
      if (now() - shown >= TOO_SOON_MS) return line.trim().toLowerCase();
      output.write('That was typed before the question, so it does not count.\n');
    }
  }

  #line(signal: AbortSignal): Promise<string | undefined> {
    const { input } = this.#parts;
    return new Promise((resolve) => {
      let text = '';
      const settle = (line: string | undefined): void => {
        input.off('data', take);
        input.off('end', end);
        signal.removeEventListener('abort', end);
        input.pause();
        resolve(line);
      };
      const take = (chunk: Buffer | string): void => {
        text += chunk.toString();
        const at = text.indexOf('\n');
        if (at >= 0) settle(text.slice(0, at));
      };
      const end = (): void => settle(undefined);
      input.on('data', take);
      input.on('end', end);
      signal.addEventListener('abort', end, { once: true });
      input.resume();
    });
  }
}
