/** What a sentence names, by the names that the words for its code use. Words of others are quoted, never translated. */
export type ToldParts = Readonly<Record<string, string>>;

/** A sentence for people: in English, and what a page needs to say it in its own language. */
export interface Told {
  /** For programs and for the page's words; stays. */
  readonly code: string;
  /** Names the party at fault and the next step. */
  readonly message: string;
  readonly parts?: ToldParts;
  /** What the message lists, one by one. */
  readonly details?: readonly Told[];
}

/**
 * The same sentence without secrets. Where one was in it only the English is left: a part alone may not look like one.
 */
export function redactedTold(told: Told, redact: (text: string) => string): Told {
  const message = redact(told.message);
  return message === told.message ? told : { code: told.code, message };
}
