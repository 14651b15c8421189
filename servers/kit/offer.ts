import type { JsonObject } from './json.js';

/** Answers one method. Throws an `RpcError` where the params do not fit. */
export type Answer = (params: JsonObject) => JsonObject | Promise<JsonObject>;

/** What a server has beside tools: a capability that `initialize` declares, and the methods that come with it. */
export interface Offer {
  readonly capability: 'resources' | 'prompts' | 'completions';
  readonly methods: Readonly<Record<string, Answer>>;
}
