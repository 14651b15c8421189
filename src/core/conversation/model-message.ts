import type { ToolCallId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';

/** One block of a message to the model, in the Messages API's own words. */
export type ModelBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string };
    }
  | {
      readonly type: 'document';
      readonly source:
        | { readonly type: 'base64'; readonly media_type: 'application/pdf'; readonly data: string }
        | { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string };
      readonly title?: string;
    }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id: ToolCallId; readonly name: string; readonly input: JsonObject }
  | {
      readonly type: 'tool_result';
      readonly tool_use_id: ToolCallId;
      readonly content: readonly ModelBlock[];
      readonly is_error?: boolean;
    };

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ModelBlock[];
}
