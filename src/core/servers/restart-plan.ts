/** How long the first, second, … restart within the window waits, ms. There are no more than these. */
const DELAYS = [1_000, 2_000, 5_000, 15_000, 60_000] as const;
const WINDOW_MS = 10 * 60_000;

/**
 * When a connection that was lost is tried again: a little later each time, a little at random, so that servers that went
 * together do not all come back at once, and no more than five times in ten minutes.
 */
export class RestartPlan {
  static readonly most = DELAYS.length;
  static readonly windowMinutes = WINDOW_MS / 60_000;

  readonly #random: () => number;
  #times: readonly number[] = [];

  /** `random` gives a number from 0 up to 1. */
  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** How long the next restart waits, ms; it counts from now on. Undefined where there were enough. */
  next(now: number): number | undefined {
    this.#times = this.#times.filter((at) => now - at < WINDOW_MS);
    const delay = DELAYS[this.#times.length];
    if (delay === undefined) return undefined;
    this.#times = [...this.#times, now];
    return Math.round(delay * (0.75 + this.#random() * 0.5));
  }

  /** Somebody asked for the connection: what was before does not count. */
  forget(): void {
    this.#times = [];
  }
}
