import type { Brand } from './brand.js';
import type { ConversationId, ToolCallId } from './conversation.js';
import type { JsonObject } from './json.js';
import type { Decision } from './policy.js';
import type { ServerId } from './server.js';
import type { RawToolName, ToolAnnotations } from './tool.js';

export type ApprovalId = Brand<'ApprovalId'>;

/** An answer that lets a call run, by how long it holds; `chat-exact`: for this chat, with exactly these arguments. */
export type AllowScope = 'once' | 'chat-exact' | 'chat' | 'always';

/** A question to the user, drawn by main from exactly these frozen values. */
export interface ApprovalRequest {
  readonly id: ApprovalId;
  readonly conversationId: ConversationId;
  readonly callId: ToolCallId;
  readonly serverId: ServerId;
  /** As the user named the server, not as it names itself. */
  readonly serverName: string;
  readonly tool: RawToolName;
  /** The server's own words; quoted wherever they are shown. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** Deep-frozen: what is shown is what is sent. */
  readonly arguments: JsonObject;
  /** SHA-256 (hex) of the canonical JSON of `arguments`. */
  readonly argumentsHash: string;
  /** SHA-256 (hex) of the tool's definition. */
  readonly fingerprint: string;
  /** One life of the connection to the server; a reconnect has another. */
  readonly connectionId: string;
  readonly decision: Decision;
  /**
   * What changed in the definition since the user allowed the tool: lines that begin with `− ` (gone), `+ ` (new) or two
   * spaces (around it). Server's words; quoted wherever they are shown.
   */
  readonly definitionDiff?: readonly string[];
  /** The scopes that may be offered; guarded tools are never offered `chat` or `always`. */
  readonly scopes: readonly AllowScope[];
  /** ms since the epoch. */
  readonly since: number;
}

export type ApprovalOutcome =
  | { readonly kind: 'allowed'; readonly scope: AllowScope }
  | { readonly kind: 'denied' }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'cancelled' };

/** A pending question as the page shows it. The page may bring it to the front or deny it; it can't allow. */
export interface ApprovalView {
  readonly id: ApprovalId;
  readonly conversationId: ConversationId;
  readonly callId: ToolCallId;
  readonly serverName: string;
  readonly tool: RawToolName;
  readonly since: number;
}
