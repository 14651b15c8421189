import { Emitter } from '../observable.js';
import type { Unsubscribe } from '../observable.js';

/** Changes of a list within this time, ms, are told as one. */
const CHANGE_WINDOW_MS = 50;

/** One list of a server that can change; a burst of changes is told once. */
export class ListChange {
  readonly #changed = new Emitter<undefined>();
  #timer: NodeJS.Timeout | undefined;

  subscribe(listener: () => void): Unsubscribe {
    return this.#changed.subscribe(listener);
  }

  /** The server said that the list changed. */
  note(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed.emit(undefined);
    }, CHANGE_WINDOW_MS);
  }

  /** Nothing is told any more. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
