/** Nearer than this to what is seen a piece is rendered: a quick turn of the wheel stays on rendered ground. */
const NEAR = '1200px 0px';

/** Tells each of many pieces of a scrolling view, until it stops listening, that it has come near what is seen. */
export class NearWatch {
  readonly #waiting = new Map<Element, () => void>();
  #observer: IntersectionObserver | undefined;

  /** `view`: the element that scrolls, the same for all pieces. Gives a way to stop. */
  watch(piece: Element, view: Element | null, onNear: () => void): () => void {
    // One for all: two hundred of them would each look in every frame.
    this.#observer ??= new IntersectionObserver((seen) => this.#tell(seen), { root: view, rootMargin: NEAR });
    this.#waiting.set(piece, onNear);
    this.#observer.observe(piece);
    return () => {
      this.#waiting.delete(piece);
      this.#observer?.unobserve(piece);
    };
  }

  #tell(seen: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of seen) if (isIntersecting) this.#waiting.get(target)?.();
  }
}
