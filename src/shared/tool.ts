import type { Brand } from './brand.js';
import type { ContentOrigin } from './content-origin.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Decision } from './policy.js';
import type { ServerId } from './server.js';
import type { Told, ToldParts } from './told.js';

/** The name a tool has on its own server, unchanged. Policy is keyed by it. */
export type RawToolName = Brand<'RawToolName'>;

/** The name the model sees: `mcp__{server}__{tool}`, or a built-in's own; `^[a-zA-Z0-9_-]{1,64}$`. */
export type WireToolName = Brand<'WireToolName'>;

/** What a server claims of its tool (server/tools, 2025-11-25). Claims, never facts: absent is not false. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** One entry of a `tools/list` result, as the server sent it. */
export interface ToolDefinition {
  readonly name: RawToolName;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  /** As the server sent them; where one is drawn, its source must be checked first. */
  readonly icons?: readonly JsonValue[];
  /** Whether a call may or must be a task (basic/utilities/tasks, 2025-11-25); absent is no. */
  readonly taskSupport?: 'optional' | 'required';
  readonly _meta?: JsonObject;
}

/** A tool that is not offered to the model, and why; listed, never silently dropped. */
export interface RejectedTool {
  /** The raw name where there was one; otherwise its place in the list, such as `#3`. */
  readonly name: string;
  readonly reason: string;
  /** What the page says the reason anew from; see `Told`. */
  readonly code: string;
  readonly parts?: ToldParts;
}

/** What a server says of a content block: for whom it is and how important (`annotations`), and anything else. */
export interface BlockNotes {
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}

/** One block of a `tools/call` result (server/tools, 2025-11-25). A block of another type is kept as it came. */
export type McpContentBlock =
  | ({ readonly type: 'text'; readonly text: string } & BlockNotes)
  | ({ readonly type: 'image'; readonly data: string; readonly mimeType: string } & BlockNotes)
  | ({ readonly type: 'audio'; readonly data: string; readonly mimeType: string } & BlockNotes)
  | ({
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
      /** Bytes. */
      readonly size?: number;
      readonly icons?: readonly JsonValue[];
    } & BlockNotes)
  | ({ readonly type: 'resource'; readonly resource: JsonObject } & BlockNotes)
  | { readonly type: 'unknown'; readonly block: JsonValue };

/** What a finished tool call gave, for the model and for the card in the chat. */
export interface ToolResult {
  readonly content: readonly McpContentBlock[];
  readonly structuredContent?: JsonValue;
  readonly isError: boolean;
  /** The user stopped it while it ran. `may-go-on`: its server was told, but may still be at work. */
  readonly stopped?: 'ended' | 'may-go-on';
  /**
   * What is odd about it, in sentences: such as structured content that does not fit the tool's output schema. Chats of
   * older versions hold the English alone.
   */
  readonly warnings?: readonly (Told | string)[];
  /**
   * Set only in what a page gets: so many characters of JSON are the whole, which `calls.result` gives. Here is then the
   * beginning of its first text and nothing else of what it holds.
   */
  readonly held?: number;
  /** Where its blocks come from; absent where they are the house's own words. */
  readonly origin?: ContentOrigin;
  readonly _meta?: JsonObject;
}

/** A fact about a tool that the page shows as a word. */
export type ToolBadge = 'read-only' | 'destructive' | 'unannotated' | 'dangerous-name' | 'changed';

/** A tool as the page shows it. */
export interface ToolView {
  readonly serverId: ServerId;
  readonly name: RawToolName;
  readonly wireName: WireToolName;
  readonly title?: string;
  readonly description: string;
  readonly badges: readonly ToolBadge[];
  readonly inputSchema: JsonObject;
  /** What would happen if the model called it now with no grant of a chat. */
  readonly decision: Decision;
}
