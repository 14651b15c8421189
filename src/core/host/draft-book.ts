import type { Draft } from '../../shared/ipc/file-schemas.js';
import type { Clock } from '../clock.js';

/** Where messages that were not sent yet outlive the app. */
export interface DraftStore {
  load(): readonly Draft[];
  save(drafts: readonly Draft[]): void;
}

/** How long the last change waits to be written, ms: nobody types that slowly. */
const WRITE_AFTER = 800;

/** What stands in the composer of each chat. It is written a moment after it was changed, and when the host closes. */
export class DraftBook {
  readonly #store: DraftStore | undefined;
  readonly #clock: Clock;
  readonly #drafts = new Map<string, Draft>();
  #cancelWrite: (() => void) | undefined;

  /** Without a store drafts live as long as the host. `isThere`: false for a chat that is gone, whose draft goes with it. */
  constructor(store: DraftStore | undefined, clock: Clock, isThere: (conversationId: string) => boolean) {
    this.#store = store;
    this.#clock = clock;
    for (const draft of store?.load() ?? []) {
      if (draft.conversationId === '' || isThere(draft.conversationId)) this.#drafts.set(draft.conversationId, draft);
    }
  }

  list(): readonly Draft[] {
    return [...this.#drafts.values()];
  }

  /** An empty one is none. */
  set(draft: Draft): void {
    const empty = draft.text === '' && draft.files.length === 0 && (draft.resources ?? []).length === 0;
    if (empty && !this.#drafts.has(draft.conversationId)) return;
    if (empty) this.#drafts.delete(draft.conversationId);
    else this.#drafts.set(draft.conversationId, draft);
    this.#cancelWrite?.();
    this.#cancelWrite = this.#clock.after(WRITE_AFTER, () => this.flush());
  }

  /** It was sent, or its chat is gone: nothing of it stays on the disk. */
  remove(conversationId: string): void {
    if (!this.#drafts.delete(conversationId)) return;
    this.flush();
  }

  /** Writes what waits. A store that refuses costs the draft after the next start, and no message. Idempotent. */
  flush(): void {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    try {
      this.#store?.save(this.list());
    } catch (error) {
      console.error('drafts were not kept', error);
    }
  }
}
