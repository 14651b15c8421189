import type { ChatFile } from '../../shared/chat-file.js';
import type { ConversationId, MessageId, UserBlock } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';
import type { Clock } from '../clock.js';

/** A message that was not sent yet. */
export interface Draft {
  /** Empty: of the chat that the first message will make. */
  readonly conversationId: string;
  readonly text: string;
  readonly attachments: readonly KeptAttachment[];
}

/** What is attached to a draft, with all that its message will need of it. */
export type KeptAttachment =
  | { readonly kind: 'file'; readonly file: ChatFile }
  | { readonly kind: 'resource'; readonly serverId: ServerId; readonly uri: string; readonly name: string }
  /** The very parts that the server gave and the user saw: asked again, it may say something else. */
  | { readonly kind: 'prompt'; readonly id: string; readonly parts: readonly UserBlock[] }
  | {
      readonly kind: 'part';
      readonly conversationId: ConversationId;
      readonly messageId: MessageId;
      readonly index: number;
    };

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

  /** What a server gave for a prompt that is attached to one of them. */
  prompt(id: string): readonly UserBlock[] | undefined {
    for (const kept of this.#attachments()) if (kept.kind === 'prompt' && kept.id === id) return kept.parts;
    return undefined;
  }

  /** Every file that one of them needs, also those that a server gave. */
  files(): readonly ChatFile[] {
    return this.#attachments().flatMap((kept) => {
      if (kept.kind === 'file') return [kept.file];
      return kept.kind === 'prompt' ? kept.parts.flatMap((part) => (part.type === 'file' ? [part.file] : [])) : [];
    });
  }

  /** An empty one is none. */
  set(draft: Draft): void {
    const empty = draft.text === '' && draft.attachments.length === 0;
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

  #attachments(): readonly KeptAttachment[] {
    return this.list().flatMap((draft) => draft.attachments);
  }
}
