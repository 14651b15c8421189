/** What a note of the system says when a long turn has ended while nobody looked. */
export interface TurnEndWords {
  /** Stands for the title of a chat that has none. */
  readonly untitled: string;
  readonly completed: string;
  readonly limit: string;
  readonly failed: string;
}
