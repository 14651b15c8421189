import type { CallPreview } from '../../shared/approval.js';
import { branded } from '../../shared/brand.js';
import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ConversationId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName, ToolAnnotations, ToolResult, WireToolName } from '../../shared/tool.js';
import type { OnWithdrawn } from '../mcp/asking-requests.js';

/** The owner of the built-in tools where an owner is asked for. No server can have this id. */
export const BUILTIN_SERVER_ID = branded<ServerId>('gatehouse');

/** What a tool of the house may know of the turn that calls it. */
export interface CallingTurn {
  readonly conversationId: ConversationId;
  /** All that can be called in it. */
  readonly tools: readonly Tool[];
}

export interface ToolCallContext {
  readonly signal: AbortSignal;
  /** The turn whose call it is, for the house's own tools; servers are not told of it. */
  readonly turn?: CallingTurn;
  readonly onProgress: (progress: { progress: number; total?: number; message?: string }) => void;
  /** Hears of a question of the server that was withdrawn with the call. */
  readonly onWithdrawn?: OnWithdrawn;
}

/** Runs the tool. May throw or reject: the tool's border turns that into a result for the model. */
export type ToolHandler = (args: JsonObject, context: ToolCallContext) => Promise<ToolResult>;

/** A tool before it is named for the model: what a connected server, or Gatehouse itself, has to offer. */
export interface ToolSource {
  readonly serverId: ServerId;
  /** As the user named the server; for built-ins `gatehouse`. */
  readonly serverName: string;
  readonly builtin: boolean;
  /** One life of the connection; a constant for built-ins. */
  readonly connectionId: string;
  readonly trustReadOnlyHint: boolean;
  readonly name: RawToolName;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly annotations: ToolAnnotations;
  /** SHA-256 (hex) of the definition (`fingerprint.ts`). */
  readonly fingerprint: string;
  /** What the fingerprint is of. Absent for built-ins: theirs does not change while Gatehouse runs. */
  readonly definition?: JsonObject;
  readonly handler: ToolHandler;
  /**
   * A limit of the house that forbids this very call whatever policy says: a sentence, or undefined where there is none.
   * Only built-ins have one (a path outside the workspace).
   */
  readonly invariant?: (args: JsonObject) => Promise<string | undefined>;
  /** What this very call would do, for whoever is asked about it. Does nothing. Only built-ins know. */
  readonly preview?: (args: JsonObject) => Promise<CallPreview>;
  /** Where the text of this call's result comes from; undefined where it is the house's own words. */
  readonly origin: (args: JsonObject) => ContentOrigin | undefined;
}

/** A tool as one model request offers it. */
export interface Tool extends ToolSource {
  readonly wireName: WireToolName;
}
