import type { Clock } from '../clock.js';
import type { Emitter } from '../observable.js';

export interface PauseEnds {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Somebody wants to go on at once. */
  readonly hurry: Emitter<void> | undefined;
}

/** Waits so many ms, or until it is hurried or aborted; never rejects and leaves no timer behind. */
export async function pause(ms: number, { clock, signal, hurry }: PauseEnds): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      cancel();
      unsubscribe?.();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    const unsubscribe = hurry?.subscribe(end);
    signal.addEventListener('abort', end, { once: true });
  });
}
