/** What the process ends with. A signal ends it with 128 and its number: 130 for Ctrl+C. */
export const EXIT = {
  ok: 0,
  /** A tool, a server, a model or Gatehouse itself failed. */
  failed: 1,
  usage: 2,
  /** Something was not allowed, or there was nobody to ask. */
  denied: 3,
  /** A file of the configuration can't be used. */
  config: 4,
  /** The record of calls is not as it was written. */
  tampered: 5,
} as const;
