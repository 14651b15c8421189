import { GatehouseError } from '../errors.js';

/** Waits for `work`, but no longer than until `signal` aborts; then it rejects with code `cancelled`. `work` goes on. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new GatehouseError('cancelled', 'The connecting was cancelled.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
