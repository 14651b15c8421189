export type Unsubscribe = () => void;

/** A list of listeners. A listener that throws does not keep the others from hearing. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  subscribe(listener: (value: T) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(value: T): void {
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        // An event broadcasts state: what a listener makes of it is not the speaker's failure.
        console.error('a listener failed', error);
      }
    }
  }
}
