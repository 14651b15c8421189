import type { AssistantMessage, ModelUsage, ToolCallId } from '../../shared/conversation.js';
import type { JsonObject } from '../../shared/json.js';
import type { ModelInfo } from '../../shared/settings.js';
import type { ModelMessage } from '../conversation/model-message.js';

export type { ModelBlock, ModelMessage } from '../conversation/model-message.js';

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxTokens: number;
  /** How often the client asks again by itself where a request fails before it streams. Default: never. */
  readonly retries?: number;
}

/** What streams out of a model request. `finished` comes last and exactly once; a request that fails throws instead. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool-started'; readonly callId: ToolCallId; readonly name: string }
  | { readonly type: 'tool-input'; readonly callId: ToolCallId; readonly partialJson: string }
  | {
      readonly type: 'finished';
      readonly blocks: AssistantMessage['blocks'];
      readonly stopReason: string;
      readonly usage: ModelUsage;
    };

/** The model, whoever serves it. */
export interface ModelClient {
  /** Rejects with a `GatehouseError` whose message is for people. */
  listModels(signal: AbortSignal): Promise<readonly ModelInfo[]>;
  /** How many tokens the model would read. Rejects where the server can't say, as many can't. Absent: it never can. */
  countTokens?(request: Omit<ModelRequest, 'maxTokens' | 'retries'>, signal: AbortSignal): Promise<number>;
  /**
   * Throws a `ModelError`: code `cancelled`, `unauthorized`, `rate-limited`, `spend-limit`, `overloaded`, `bad-request`,
   * `context-full`, `thinking-refused`, `network`, `stream-cut`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
