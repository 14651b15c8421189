import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import type { McpContentBlock } from '../../shared/tool.js';
import { GatehouseError } from '../errors.js';
import type { Unsubscribe } from '../observable.js';
import { readBlock } from './call-result.js';
import { fetchListing, isList, salvage } from './paged-list.js';
import type { RejectedEntry } from './paged-list.js';
import { ask } from './session-parts.js';
import type { AskOptions, SessionParts } from './session-parts.js';
import type { ListOptions } from './session.js';

export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

/** A prompt as its server lists it (server/prompts, 2025-11-25); what else it said is in `raw`. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
  readonly raw: JsonObject;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: McpContentBlock;
}

export interface PromptText {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
}

export interface PromptVerbs {
  list(
    options?: ListOptions,
  ): Promise<{ readonly prompts: readonly Prompt[]; readonly rejected: readonly RejectedEntry[] }>;
  /** Rejects with a `JsonRpcError` for an unknown prompt or arguments that do not fit. */
  get(name: string, args: Readonly<Record<string, string>>, options?: AskOptions): Promise<PromptText>;
  onChanged(listener: () => void): Unsubscribe;
}

/** What is being completed (server/utilities/completion, 2025-11-25). */
export interface CompletionRequest {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments that already have a value. */
  readonly context?: Readonly<Record<string, string>>;
}

export interface Completion {
  /** At most 100, the best first. */
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore: boolean;
}

export interface CompletionVerbs {
  /** Suggestions for one argument of a prompt or of a resource template. None where the server offers none. */
  complete(request: CompletionRequest, options?: AskOptions): Promise<Completion>;
}

const MOST_VALUES = 100;

export class LivePrompts implements PromptVerbs, CompletionVerbs {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  async list(options: ListOptions = {}): ReturnType<PromptVerbs['list']> {
    if (this.#parts.capabilities['prompts'] === undefined) {
      this.#parts.note('The server declares no prompts, so it is not asked for any.');
      return { prompts: [], rejected: [] };
    }
    const { entries } = await fetchListing(this.#parts.exchange, 'prompts/list', 'prompts', options);
    const { kept, rejected } = salvage(entries, ['name']);
    for (const { name, reason } of rejected) this.#parts.note(`prompts/list has an unusable entry ${name}: ${reason}`);
    return { prompts: kept.map(readPrompt), rejected };
  }

  async get(name: string, args: Readonly<Record<string, string>>, options?: AskOptions): Promise<PromptText> {
    const result = await ask(this.#parts.exchange, 'prompts/get', { name, arguments: args }, options);
    if (!isList(result['messages'])) {
      throw new GatehouseError('invalid-result', 'The server answered prompts/get without messages.');
    }
    const messages: PromptMessage[] = [];
    for (const message of result['messages']) {
      if (!isJsonObject(message) || message['content'] === undefined) {
        this.#parts.note(`A message of the prompt ${name} has no content and was left out.`);
        continue;
      }
      messages.push({
        role: message['role'] === 'assistant' ? 'assistant' : 'user',
        content: readBlock(message['content']),
      });
    }
    return { ...(typeof result['description'] === 'string' && { description: result['description'] }), messages };
  }

  onChanged(listener: () => void): Unsubscribe {
    return this.#parts.changes.prompts.subscribe(listener);
  }

  async complete({ ref, argument, context }: CompletionRequest, options?: AskOptions): Promise<Completion> {
    // The first revision has completion without a capability for it.
    if (this.#parts.capabilities['completions'] === undefined && this.#parts.revision !== '2024-11-05') {
      this.#parts.note('The server declares no completions, so it is not asked for any.');
      return { values: [], hasMore: false };
    }
    const params = { ref, argument, ...(context !== undefined && { context: { arguments: context } }) };
    const { completion } = await ask(this.#parts.exchange, 'completion/complete', params, options);
    if (!isJsonObject(completion) || !isList(completion['values'])) {
      throw new GatehouseError('invalid-result', 'The server answered completion/complete without values.');
    }
    const { values, total, hasMore } = completion;
    const strings = isList(values) ? values.filter((value) => typeof value === 'string') : [];
    return {
      values: strings.slice(0, MOST_VALUES),
      ...(typeof total === 'number' && { total }),
      hasMore: hasMore === true || strings.length > MOST_VALUES,
    };
  }
}

function readPrompt(entry: JsonObject & { readonly name: string }): Prompt {
  const { name, title, description } = entry;
  const args = isList(entry['arguments']) ? salvage(entry['arguments'], ['name']).kept : [];
  return {
    name,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    arguments: args.map((arg) => ({
      name: arg.name,
      ...(typeof arg['title'] === 'string' && { title: arg['title'] }),
      ...(typeof arg['description'] === 'string' && { description: arg['description'] }),
      required: arg['required'] === true,
    })),
    raw: entry,
  };
}
