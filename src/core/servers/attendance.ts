/** What the user may be asked for: to sign in at all, or for scopes that a call needs besides. */
type Asked = 'sign-in' | 'more-scopes';

/**
 * Whether there is a user behind what a connection does now. A page to sign in on is opened only where they asked for the
 * connection themselves, and one for more scopes only while a call of theirs waits: never by a start of the app, a restart
 * or a wake.
 */
export class Attendance {
  #connecting = false;
  #calls = 0;

  /** Somebody asked for the connection that is being made. */
  connecting(): void {
    this.#connecting = true;
  }

  /** The connection is made, or not. */
  connected(): void {
    this.#connecting = false;
  }

  /** A call that somebody waits for. */
  async call<T>(work: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await work();
    } finally {
      this.#calls -= 1;
    }
  }

  mayAsk(what: Asked): boolean {
    return what === 'sign-in' ? this.#connecting : this.#connecting || this.#calls > 0;
  }
}
