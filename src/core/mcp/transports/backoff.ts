const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * How long to wait before an attempt, ms: any time up to 1 s, 2 s, 4 s … 60 s. The whole span is random ("full jitter"), so
 * that the clients of a server that comes back do not all come at once.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
}

/** The ms that a Retry-After header asks for: seconds or a date (RFC 9110, 10.2.3). Undefined where it says nothing. */
export function retryAfterMs(header: string | string[] | undefined, now: number = Date.now()): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
