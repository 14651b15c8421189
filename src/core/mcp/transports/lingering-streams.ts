/** How long a stream may stay open after it brought its answer, ms. */
const LINGER_MS = 5_000;

/**
 * Streams that brought their answer and are open still: "The server SHOULD close the SSE stream" then (basic/transports,
 * 2025-11-25), and one that does not is left. One clock for all of them, since nearly every one ends in the same moment.
 */
export class LingeringStreams {
  /** How each is left → when, by `performance.now()`. The earliest comes first. */
  readonly #due = new Map<() => void, number>();
  #watched = false;

  /** `leave` is called once, after five seconds, unless it is deleted before. */
  add(leave: () => void): void {
    this.#due.set(leave, performance.now() + LINGER_MS);
    if (!this.#watched) this.#lookAfter(LINGER_MS);
  }

  delete(leave: () => void): void {
    this.#due.delete(leave);
  }

  #lookAfter(ms: number): void {
    this.#watched = true;
    // Nobody waits for it: a program that has nothing else to do may end.
    setTimeout(() => this.#look(), Math.ceil(ms)).unref();
  }

  #look(): void {
    this.#watched = false;
    const now = performance.now();
    for (const [leave, due] of this.#due) {
      if (due > now) {
        this.#lookAfter(due - now);
        return;
      }
      this.#due.delete(leave);
      leave();
    }
  }
}
