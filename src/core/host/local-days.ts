/** Days of the calendar where this computer is. */
export interface LocalDays {
  /** `2026-11-30`, the oldest first. */
  readonly days: readonly string[];
  /** When each begins, and when the last one ends. ms since the epoch. */
  readonly bounds: readonly number[];
}

/**
 * The last days up to the one of `now`. A day is from one midnight to the next, which need not be 24 hours; where clocks
 * are put forward over midnight it begins with the first minute that there is.
 */
export function localDays(now: number, count: number): LocalDays {
  const today = new Date(now);
  const [year, month, last] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const dates = Array.from({ length: count + 1 }, (_day, place) => last - count + 1 + place);
  return {
    // The calendar alone: no zone has a say in what day comes before another.
    days: dates.slice(0, count).map((date) => new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)),
    bounds: dates.map((date) => new Date(year, month, date).getTime()),
  };
}
