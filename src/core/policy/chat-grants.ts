import type { ConversationId } from '../../shared/conversation.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { Emitter, type Unsubscribe } from '../observable.js';

/** One tool of one server, allowed by the user for one chat. */
export interface ChatGrant {
  readonly conversationId: ConversationId;
  readonly serverId: ServerId;
  readonly tool: RawToolName;
  /** SHA-256 (hex) of the tool's definition when it was allowed. */
  readonly fingerprint: string;
}

/** What the user allowed for a chat. In memory only: gone when the app ends. */
export class ChatGrants {
  readonly #grants = new Map<string, ChatGrant>();
  readonly #changed = new Emitter<void>();

  grant(grant: ChatGrant): void {
    this.#grants.set(keyOf(grant.conversationId, grant.serverId, grant.tool), grant);
    this.#changed.emit();
  }

  /** The fingerprint that was allowed, if any. */
  find(conversationId: ConversationId, serverId: ServerId, tool: RawToolName): string | undefined {
    return this.#grants.get(keyOf(conversationId, serverId, tool))?.fingerprint;
  }

  /** Takes effect on the next call. False where there was no such grant. */
  revoke(conversationId: ConversationId, serverId: ServerId, tool: RawToolName): boolean {
    const revoked = this.#grants.delete(keyOf(conversationId, serverId, tool));
    if (revoked) this.#changed.emit();
    return revoked;
  }

  /** Revokes every grant for which `which` is true: those of a deleted chat, of a removed server, of a denied tool. */
  revokeWhere(which: (grant: ChatGrant) => boolean): void {
    const gone = [...this.#grants].filter(([, grant]) => which(grant));
    for (const [key] of gone) this.#grants.delete(key);
    if (gone.length > 0) this.#changed.emit();
  }

  /** In the order they were given. */
  list(): readonly ChatGrant[] {
    return [...this.#grants.values()];
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.subscribe(listener);
  }
}

/** Names hold any character: only a quoted list can't be forged by one that contains the separator. */
function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
