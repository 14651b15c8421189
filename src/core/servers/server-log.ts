import type { ServerLogLine } from '../../shared/server.js';

/** The last things a server said beside the protocol, bounded in lines and in bytes (UTF-16 units are counted twice). */
export class ServerLog {
  static readonly maxLines = 200;
  static readonly maxLineLength = 4_000;
  static readonly maxBytes = 256 * 1024;

  /** So many lines over the limit leave together: to move all the others for each would be most of the work of a flood. */
  static readonly #slack = 100;

  readonly #now: () => number;
  readonly #redact: (text: string) => string;
  readonly #lines: ServerLogLine[] = [];
  #bytes = 0;

  /** `redact` takes secrets out of what is kept. */
  constructor(now: () => number, redact: (text: string) => string = (text) => text) {
    this.#now = now;
    this.#redact = redact;
  }

  add(source: ServerLogLine['source'], text: string): void {
    const kept = shortened(this.#redact(text));
    this.#lines.push({ at: this.#now(), source, text: kept });
    this.#bytes += kept.length * 2;
    if (this.#lines.length > ServerLog.maxLines + ServerLog.#slack || this.#bytes > ServerLog.maxBytes) this.#trim();
  }

  /** Oldest first. */
  lines(): readonly ServerLogLine[] {
    this.#trim();
    return [...this.#lines];
  }

  /** The last line that is not blank from this source since `since` (ms since the epoch). */
  last(source: ServerLogLine['source'], since: number): string | undefined {
    this.#trim();
    return this.#lines.findLast((line) => line.source === source && line.at >= since && line.text.trim() !== '')?.text;
  }

  #trim(): void {
    let over = 0;
    while (this.#lines.length - over > ServerLog.maxLines || this.#bytes > ServerLog.maxBytes) {
      this.#bytes -= (this.#lines[over]?.text.length ?? 0) * 2;
      over++;
    }
    if (over > 0) this.#lines.splice(0, over);
  }
}

function shortened(text: string): string {
  const over = text.length - ServerLog.maxLineLength;
  return over > 0 ? `${text.slice(0, ServerLog.maxLineLength)}… (${over} more characters)` : text;
}
