import type { UserBlock } from '../../shared/conversation.js';
import type { DraftBook } from './draft-book.js';

/** What servers gave is held for so many prompts beside those of drafts. */
const MOST_HELD = 50;

/** What servers gave for prompts and was not sent yet, by an id. What a draft has is held as long as the draft. */
export class HeldPrompts {
  readonly #drafts: Pick<DraftBook, 'prompt'>;
  readonly #redact: (text: string) => string;
  readonly #held = new Map<string, readonly UserBlock[]>();

  constructor(drafts: Pick<DraftBook, 'prompt'>, redact: (text: string) => string) {
    this.#drafts = drafts;
    this.#redact = redact;
  }

  /** From now on they are held, as the last that goes. */
  hold(id: string, parts: readonly UserBlock[]): void {
    this.#held.delete(id);
    this.#held.set(id, parts);
    for (const old of this.#held.keys()) {
      if (this.#held.size <= MOST_HELD) break;
      this.#held.delete(old);
    }
  }

  /** What of a message came from prompts; it is taken out of the queue to be changed, and sent again by the same ids. */
  holdAgain(parts: readonly UserBlock[]): void {
    for (const id of new Set(parts.flatMap(promptIdOf))) {
      this.hold(
        id,
        parts.filter((part) => promptIdOf(part)[0] === id),
      );
    }
  }

  /** Undefined where nobody has it any more. */
  of(id: string): readonly UserBlock[] | undefined {
    const parts = this.#held.get(id) ?? this.#drafts.prompt(id);
    if (parts === undefined) return undefined;
    // A message that is refused comes back as a draft, which has left the book meanwhile.
    this.hold(id, parts);
    // A secret may have become known after the server gave it.
    return parts.map((part) => (part.type === 'text' ? { ...part, text: this.#redact(part.text) } : part));
  }
}

/** An imported part has none: what gave it was held elsewhere. */
function promptIdOf({ source }: UserBlock): readonly string[] {
  return source?.given.kind === 'prompt' && source.given.id !== '' ? [source.given.id] : [];
}
