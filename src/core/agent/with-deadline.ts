import type { Clock } from '../clock.js';
import { GatehouseError } from '../errors.js';

/** Does some work that ends when its time is over or the turn is stopped; rejects then. Leaves no timer behind. */
export async function withDeadline<T>(
  ms: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const either = AbortSignal.any([signal, late.signal]);
  const cancel = clock.after(ms, () => late.abort());
  try {
    return await work(either);
  } catch (error) {
    if (signal.aborted || !late.signal.aborted) throw error;
    const parts = { seconds: String(ms / 1000) };
    throw new GatehouseError('too-late', `It took longer than ${ms / 1000} seconds.`, { cause: error, parts });
  } finally {
    cancel();
  }
}
