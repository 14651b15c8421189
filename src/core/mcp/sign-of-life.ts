/** How long a probe may stay without an answer before the server is taken for one that does not know it. */
export interface ProbePatience {
  /** From the first thing that the server said, ms. */
  readonly afterSignMs: number;
  /** From the start, for a server that says nothing at all: it may still be downloading, ms. */
  readonly unseenMs: number;
}

/**
 * The clock of a probe. A server that has printed something is there, and answers within moments or not at all; one that
 * was never heard may be a package that is being downloaded, and is waited for longer.
 */
export class SignOfLife {
  readonly #patience: ProbePatience;
  readonly #userBusyUntil: () => number;
  readonly #silent: () => void;
  #seen = false;
  #watching = false;
  #timer: NodeJS.Timeout | undefined;

  /** `userBusyUntil`: before that, in `performance.now()`, the server had not let the probe in: its silence says nothing. */
  constructor(patience: ProbePatience, userBusyUntil: () => number, silent: () => void) {
    this.#patience = patience;
    this.#userBusyUntil = userBusyUntil;
    this.#silent = silent;
  }

  /** Starts the clock anew. */
  watch(): void {
    this.#watching = true;
    this.#arm(this.#seen ? this.#patience.afterSignMs : this.#patience.unseenMs);
  }

  /** The server said something. */
  seen(): void {
    if (this.#seen) return;
    this.#seen = true;
    if (this.#watching) this.#arm(this.#patience.afterSignMs);
  }

  stop(): void {
    this.#watching = false;
    clearTimeout(this.#timer);
  }

  #arm(full: number, ms = full): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const left = this.#userBusyUntil() + full - performance.now();
      if (left > 0) {
        this.#arm(full, left);
        return;
      }
      this.#watching = false;
      this.#silent();
    }, ms);
  }
}
