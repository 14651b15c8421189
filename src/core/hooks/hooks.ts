import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ConversationId, ToolCallId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { ToolResult } from '../../shared/tool.js';
import type { Tool } from '../tools/tool.js';

export interface ToolUse {
  readonly conversationId: ConversationId;
  readonly callId: ToolCallId;
  readonly tool: Tool;
  /** Deep-frozen. */
  readonly arguments: JsonObject;
  /** What text from outside the model had read in this turn when it asked for the call, where that is looked at. */
  readonly readBefore?: readonly ContentOrigin[];
}

/** A hook may tighten, never loosen: there is no way to say "allow". */
export type PreToolUseVerdict = { readonly kind: 'proceed' } | { readonly kind: 'deny'; readonly message: string };

/** A hook that throws denies. */
export type PreToolUseHook = (use: ToolUse, signal: AbortSignal) => Promise<PreToolUseVerdict>;

/** May replace the result. One that throws leaves the result as it was. */
export type PostToolUseHook = (use: ToolUse, result: ToolResult) => Promise<ToolResult>;

/** Runs when the model stops; a sentence asks for one more round (bounded by the loop's limits). */
export type StopHook = (conversationId: ConversationId) => Promise<string | undefined>;

export interface Hooks {
  /** In order; the permission check is the first. */
  readonly preToolUse: readonly PreToolUseHook[];
  readonly postToolUse: readonly PostToolUseHook[];
  readonly stop: readonly StopHook[];
}

/** None: then only the permission check runs. */
export const NO_HOOKS: Hooks = { preToolUse: [], postToolUse: [], stop: [] };
