import type { ConversationId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
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
  /** What was allowed, where it is small enough to be kept. */
  readonly definition?: JsonObject;
  /** SHA-256 (hex) of the canonical JSON of the only arguments that are allowed; absent: any. */
  readonly argumentsHash?: string;
  /** ms since the epoch. */
  readonly since: number;
}

/** Which tool in which chat, and for a guarded one with which arguments. */
type GrantKey = Pick<ChatGrant, 'conversationId' | 'serverId' | 'tool' | 'argumentsHash'>;

/** What the user allowed for a chat. In memory only: gone when the app ends. */
export class ChatGrants {
  readonly #grants = new Map<string, ChatGrant>();
  readonly #changed = new Emitter<void>();

  grant(grant: ChatGrant): void {
    this.#grants.set(keyOf(grant), grant);
    this.#changed.emit();
  }

  /** What was allowed for exactly this key: with a hash for those arguments, without one for any. */
  find(key: GrantKey): ChatGrant | undefined {
    return this.#grants.get(keyOf(key));
  }

  /** Revokes every grant for which `which` is true; takes effect on the next call. False where there was none. */
  revokeWhere(which: (grant: ChatGrant) => boolean): boolean {
    const gone = [...this.#grants].filter(([, grant]) => which(grant));
    for (const [key] of gone) this.#grants.delete(key);
    if (gone.length > 0) this.#changed.emit();
    return gone.length > 0;
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
function keyOf({ conversationId, serverId, tool, argumentsHash }: GrantKey): string {
  return JSON.stringify([conversationId, serverId, tool, argumentsHash ?? null]);
}
