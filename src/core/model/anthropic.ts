import type Anthropic from '@anthropic-ai/sdk';
import type * as Sdk from '@anthropic-ai/sdk';
import { assertNever } from '../../shared/assert-never.js';
import { isCounted } from '../../shared/request-usage.js';
import type { ModelInfo } from '../../shared/settings.js';
import { PRACTICE_MODEL_ID } from '../../shared/settings.js';
import { errorMessage, GatehouseError } from '../errors.js';
import { createMessageReader, type MessageReader, streamCut } from './message-reader.js';
import type { ModelBlock, ModelClient, ModelEvent, ModelMessage, ModelRequest } from './model-client.js';
import { cancelled, connectionError, ModelError, modelError } from './model-error.js';

export interface AnthropicModelOptions {
  readonly apiKey: string;
  /** With or without `/v1` at its end. Default: the API's own address. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
}

export const ANTHROPIC_BASE_URL = 'https://api.anthropic.com';

/** More than any server lists; a server that pages for ever must not hold the picker up. */
const MAX_MODELS = 2000;

interface Connection {
  readonly sdk: typeof Sdk;
  readonly client: Anthropic;
  readonly baseUrl: string;
}

/**
 * A model behind the Messages API: Anthropic's own, or any server that speaks it (Ollama, LM Studio, llama.cpp).
 * The SDK is loaded with the first request: it takes about half a second, which the start of the app need not pay.
 * A request for an answer that fails is not tried again here unless it says so: the turn does that, for all to see.
 */
export function createAnthropicModel(options: AnthropicModelOptions): ModelClient {
  const baseUrl = (options.baseUrl ?? ANTHROPIC_BASE_URL).replace(/\/+$/, '').replace(/\/v1$/, '');
  let connecting: Promise<Connection> | undefined;
  const connect = (): Promise<Connection> => {
    connecting ??= openConnection({ ...options, baseUrl });
    return connecting;
  };
  return {
    async listModels(signal) {
      const connection = await connect();
      try {
        return await readModels(connection, signal);
      } catch (error) {
        throw failure(error, connection, signal);
      }
    },
    async countTokens(request, signal) {
      const connection = await connect();
      try {
        const counted = await connection.client.messages.countTokens(toCountParams(request), { signal, maxRetries: 0 });
        if (Number.isInteger(counted.input_tokens) && counted.input_tokens > 0) return counted.input_tokens;
      } catch (error) {
        throw failure(error, connection, signal);
      }
      throw new GatehouseError('bad-request', `The model server at ${baseUrl} counted no tokens.`);
    },
    async *stream(request, signal) {
      yield* streamReply(await connect(), request, signal);
    },
  };
}

async function openConnection(options: AnthropicModelOptions & { readonly baseUrl: string }): Promise<Connection> {
  const sdk = await import('@anthropic-ai/sdk');
  const client = new sdk.default({
    apiKey: options.apiKey,
    baseURL: options.baseUrl,
    // It would write parts of a chat to the console; every failure is reported through the errors instead.
    logLevel: 'off',
    openTelemetry: false,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  return { sdk, client, baseUrl: options.baseUrl };
}

async function readModels({ client }: Connection, signal: AbortSignal): Promise<readonly ModelInfo[]> {
  const models: ModelInfo[] = [];
  for await (const model of client.models.list({ limit: 100 }, { signal })) {
    // A retired model stays in the API's list, but a request that names it fails.
    if (typeof model.id !== 'string' || model.lifecycle === 'retired') continue;
    const practice = model.id === PRACTICE_MODEL_ID;
    const window = model.max_input_tokens;
    models.push({
      id: model.id,
      name: model.display_name || model.id,
      practice,
      ...(typeof window === 'number' && window > 0 ? { window } : {}),
    });
    if (models.length >= MAX_MODELS) break;
  }
  if (signal.aborted) throw cancelled();
  return models;
}

async function* streamReply(
  connection: Connection,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let reader: MessageReader | undefined;
  try {
    const params = { ...toParams(request), stream: true } as const;
    const stream = await connection.client.messages.create(params, { signal, maxRetries: request.retries ?? 0 });
    reader = createMessageReader(callIds(request.messages));
    for await (const event of stream) yield* reader.read(event);
    // The SDK ends an aborted stream without an error.
    if (signal.aborted) throw cancelled();
    yield reader.finish();
  } catch (error) {
    const failed = failure(error, connection, signal, reader !== undefined);
    const usage = reader?.usage();
    throw failed instanceof ModelError && usage !== undefined && isCounted(usage) ? failed.after(usage) : failed;
  }
}

function failure(error: unknown, { sdk, baseUrl }: Connection, signal: AbortSignal, answering = false): GatehouseError {
  if (signal.aborted || error instanceof sdk.APIUserAbortError) return cancelled();
  if (error instanceof GatehouseError) return error;
  if (error instanceof sdk.APIConnectionError) return connectionError(baseUrl, error);
  if (error instanceof sdk.APIError) {
    return modelError({
      status: error.status,
      type: error.type ?? undefined,
      words: error.apiMessage ?? error.message,
      errorCode: error.errorCode ?? undefined,
      header: (name) => error.headers?.get(name) ?? undefined,
      baseUrl,
      cause: error,
    });
  }
  if (answering) return streamCut(error);
  const why = errorMessage(error);
  const message = `The request to the model server at ${baseUrl} could not be made: ${why}`;
  return new GatehouseError('request-not-made', message, { cause: error, parts: { address: baseUrl, why } });
}

function callIds(messages: readonly ModelMessage[]): ReadonlySet<string> {
  return new Set(messages.flatMap((message) => message.content.flatMap((b) => (b.type === 'tool_use' ? [b.id] : []))));
}

function toParams(request: ModelRequest): Anthropic.MessageCreateParamsNonStreaming {
  return { ...toCountParams(request), max_tokens: request.maxTokens };
}

/** What is counted is what is sent. */
function toCountParams(request: Pick<ModelRequest, 'model' | 'messages' | 'system' | 'tools'>) {
  return {
    model: request.model,
    messages: withCacheMark(request.messages.map(({ role, content }) => ({ role, content: content.map(toParam) }))),
    ...(request.system === ''
      ? {}
      : { system: [{ type: 'text' as const, text: request.system, cache_control: CACHED }] }),
    ...(request.tools.length === 0 ? {} : { tools: toTools(request.tools) }),
  };
}

/**
 * Marks for the prompt cache: after the tools, after the system prompt, and after the last message, which the next
 * request begins with. What a server without a cache makes of them is nothing.
 */
const CACHED: Anthropic.CacheControlEphemeral = { type: 'ephemeral' };

function toTools(tools: ModelRequest['tools']): Anthropic.Tool[] {
  const last = tools.length - 1;
  return tools.map((tool, index) => ({ ...toTool(tool), ...(index === last ? { cache_control: CACHED } : {}) }));
}

function withCacheMark(messages: SentMessage[]): Anthropic.MessageParam[] {
  const last = messages.at(-1);
  const end = last?.content.at(-1);
  if (last?.role !== 'user' || end === undefined || end.type === 'thinking' || end.type === 'redacted_thinking') {
    return messages;
  }
  const marked = { ...end, cache_control: CACHED };
  return [...messages.slice(0, -1), { ...last, content: [...last.content.slice(0, -1), marked] }];
}

function toTool({ name, description, input_schema }: ModelRequest['tools'][number]): Anthropic.Tool {
  return { name, description, input_schema: { ...input_schema, type: 'object' } };
}

type SentBlock =
  | Anthropic.TextBlockParam
  | Anthropic.ImageBlockParam
  | Anthropic.DocumentBlockParam
  | Anthropic.ThinkingBlockParam
  | Anthropic.RedactedThinkingBlockParam
  | Anthropic.ToolUseBlockParam
  | Anthropic.ToolResultBlockParam;

interface SentMessage {
  readonly role: 'user' | 'assistant';
  readonly content: SentBlock[];
}

type InnerParam = Anthropic.TextBlockParam | Anthropic.ImageBlockParam;

function toParam(block: ModelBlock): SentBlock {
  switch (block.type) {
    case 'text':
    case 'image':
      return toInnerParam(block);
    case 'document':
    case 'thinking':
    case 'redacted_thinking':
    case 'tool_use':
      return block;
    case 'tool_result':
      return {
        type: 'tool_result',
        tool_use_id: block.tool_use_id,
        content: block.content.flatMap((inner) =>
          inner.type === 'text' || inner.type === 'image' ? [toInnerParam(inner)] : [],
        ),
        ...(block.is_error === true ? { is_error: true } : {}),
      };
    default:
      return assertNever(block);
  }
}

function toInnerParam(block: Extract<ModelBlock, { type: 'text' | 'image' }>): InnerParam {
  if (block.type === 'text') return { type: 'text', text: block.text };
  const { media_type, data } = block.source;
  // A type that the API has no eyes for is turned into text before (`repairHistory`).
  return isImageType(media_type)
    ? { type: 'image', source: { type: 'base64', media_type, data } }
    : { type: 'text', text: `(an image of type ${media_type})` };
}

function isImageType(type: string): type is 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' {
  return ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(type);
}
