/** The largest delay that a timer takes, ms. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * One timer for all requests of a connection. A request that is sent later mostly has a later limit, so the timer is set
 * once a minute and not for every request. It keeps no process alive: what a request waits for does.
 */
export class RequestClock {
  readonly #look: (now: number) => number;
  #timer: NodeJS.Timeout | undefined;
  #due = Infinity;

  /** `look` is called when something may be due, and gives when to look again; both by `performance.now()`. */
  constructor(look: (now: number) => number) {
    this.#look = look;
  }

  /** Something is due then. */
  expect(due: number): void {
    if (due >= this.#due) return;
    this.#due = due;
    clearTimeout(this.#timer);
    // One more than is left: a timer may fire a fraction of a millisecond early.
    const delay = Math.max(due - performance.now(), 0) + 1;
    this.#timer = setTimeout(this.#onTime, Math.min(delay, MAX_DELAY));
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#due = -Infinity;
  }

  readonly #onTime = (): void => {
    this.#due = Infinity;
    this.expect(this.#look(performance.now()));
  };
}
