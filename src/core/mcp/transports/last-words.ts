/** How many lines back the cause is looked for. */
const REMEMBERED = 40;

/** What a program last said on stderr: of an uncaught error in Node the error itself, not the version line after it. */
export class LastWords {
  readonly #lines: string[] = [];

  note(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > REMEMBERED) this.#lines.shift();
  }

  /** Undefined where nothing was said. */
  text(): string | undefined {
    const last = this.#lines.at(-1);
    if (last === undefined || !/^Node\.js v\d/.test(last)) return last;
    return this.#lines.findLast((line) => /^(?:Uncaught )?\w*(?:Error|Exception)\b/.test(line)) ?? last;
  }
}
