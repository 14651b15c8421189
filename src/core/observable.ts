export type Unsubscribe = () => void;

/** A list of listeners. A listener that throws does not keep the others from hearing. */
export class Emitter<T> {
  // Made with the first: many of a server's emitters are never listened to.
  #listeners: Set<(value: T) => void> | undefined;

  subscribe(listener: (value: T) => void): Unsubscribe {
    const listeners = (this.#listeners ??= new Set());
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit(value: T): void {
    for (const listener of this.#listeners ?? []) {
      try {
        listener(value);
      } catch (error) {
        // An event broadcasts state: what a listener makes of it is not the speaker's failure.
        console.error('a listener failed', error);
      }
    }
  }
}
