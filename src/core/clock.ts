/** Time as a port, so that a test decides when it passes. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** Calls back once after `ms`, unless the function it gives is called first. */
  after(ms: number, callback: () => void): () => void;
}

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  };
}
