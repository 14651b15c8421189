import { ModelError } from '../model/model-error.js';

/** A server that asks for a longer wait is not waited for: the user reads how long it would be. ms. */
const LONGEST_MS = 10 * 60_000;
const FIRST_MS = 1_000;
/** Waits of many clients must not end at once: each is up to so much shorter. */
const JITTER = 0.25;

/**
 * How long to wait before the request is sent again, ms: as the server asks, else 1, 2, 4, 8 … seconds, a little less.
 * Undefined where it must not be sent again. `failures`: how many requests have failed so far, from 1 on. `random`: [0, 1).
 */
export function retryWait(error: unknown, failures: number, random = Math.random()): number | undefined {
  if (!(error instanceof ModelError) || error.retry === undefined) return undefined;
  const { afterMs } = error.retry;
  if (afterMs !== undefined) return afterMs <= LONGEST_MS ? Math.ceil(afterMs) : undefined;
  return Math.round(FIRST_MS * 2 ** (failures - 1) * (1 - JITTER * random));
}
