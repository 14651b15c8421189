import type { Brand } from './brand.js';
import type { ContentOrigin } from './content-origin.js';
import type { ConversationId, ToolCallId } from './conversation.js';
import type { JsonObject } from './json.js';
import type { DiffLine } from './line-diff.js';
import type { Decision } from './policy.js';
import type { ServerId } from './server.js';
import type { RawToolName, ToolAnnotations } from './tool.js';

export type ApprovalId = Brand<'ApprovalId'>;

/** An answer that lets a call run, by how long it holds; `chat-exact`: for this chat, with exactly these arguments. */
export type AllowScope = 'once' | 'chat-exact' | 'chat' | 'always';

/** The place of a question among those that one message of the model made. */
export interface QueuePlace {
  /** From 1. */
  readonly at: number;
  readonly of: number;
}

/** What a call of a built-in tool would do, looked up when its question is shown. */
export type CallPreview =
  | {
      readonly kind: 'file-change';
      /** Absolute, every link followed. */
      readonly path: string;
      readonly change: 'create' | 'replace';
      readonly lines: readonly DiffLine[];
    }
  | { readonly kind: 'command'; readonly command: string; /** Absolute. */ readonly folder: string }
  /** Why it can't be shown: a sentence. */
  | { readonly kind: 'unknown'; readonly why: string };

/** What changed between an allow and the moment the call was to be written, so that it is asked again. */
export type ChangedFact = 'definition' | 'connection' | 'expired' | 'other';

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
  /** Absent where it is the only question. */
  readonly queue?: QueuePlace;
  /** What was read in this turn before the model asked for the call. */
  readonly readBefore?: readonly ContentOrigin[];
  /** Set where the call was allowed already and something changed before it was written. */
  readonly changed?: readonly ChangedFact[];
  /** The arguments with which the same tool was asked about last in this chat. */
  readonly askedBefore?: JsonObject;
  /** True where the user has changed the arguments. */
  readonly edited?: boolean;
  readonly preview?: CallPreview;
}

export type ApprovalOutcome =
  /** `arguments` where the user changed them: the call that was allowed is the one with these. */
  | { readonly kind: 'allowed'; readonly scope: AllowScope; readonly arguments?: JsonObject }
  /** `rest`: so are all others that this turn would ask. `sentence`: what the user wants the model to know. */
  | { readonly kind: 'denied'; readonly rest?: boolean; readonly sentence?: string }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'cancelled' }
  /** Not shown: something that happened while it waited has settled it, and whoever asked knows what. */
  | { readonly kind: 'overtaken' };

/** A pending question as the page shows it. The page may bring it to the front or deny it; it can't allow. */
export interface ApprovalView {
  readonly id: ApprovalId;
  readonly conversationId: ConversationId;
  readonly callId: ToolCallId;
  readonly serverName: string;
  readonly tool: RawToolName;
  readonly since: number;
  readonly queue?: QueuePlace;
  readonly readBefore?: readonly ContentOrigin[];
}
