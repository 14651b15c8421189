/** The longest line of a log that is kept, bytes. */
export const MAX_LOG_LINE = 8_192;

const NEWLINE = 0x0a;
const CONTROL_SEQUENCE = new RegExp(String.raw`\u001b\[[0-?]*[ -/]*[@-~]`, 'g');

/** Splits a stream of bytes into lines of a log: bounded, without colour codes, empty ones left out. */
export class LogLines {
  readonly #onLine: (line: string) => void;
  #pieces: Buffer[] = [];
  #held = 0;
  #dropped = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      this.end();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** What is left is a line, also without an ending. */
  end(): void {
    const text = Buffer.concat(this.#pieces).toString('utf8');
    const line = logLine(this.#dropped === 0 ? text : `${text.replace(/\uFFFD$/, '')}…`);
    this.#pieces = [];
    this.#held = 0;
    this.#dropped = 0;
    if (line !== '') this.#onLine(line);
  }

  #keep(piece: Buffer): void {
    const taken = piece.subarray(0, MAX_LOG_LINE - this.#held);
    this.#dropped += piece.length - taken.length;
    if (taken.length === 0) return;
    // A copy: a few bytes of a line must not hold on to the whole chunk they came in.
    this.#pieces.push(Buffer.from(taken));
    this.#held += taken.length;
  }
}

/** A line as a log keeps it: bounded, without colour codes and trailing blanks. */
export function logLine(text: string): string {
  const cut = text.length > MAX_LOG_LINE ? `${text.slice(0, MAX_LOG_LINE)}…` : text;
  return cut.replace(CONTROL_SEQUENCE, '').trimEnd();
}
