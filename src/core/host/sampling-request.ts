import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.js';
import { INVALID_PARAMS, JsonRpcError } from '../jsonrpc/json-rpc-error.js';

/** Tokens that an answer to a server may have, however many it asks for. */
const MOST_TOKENS = 4_000;
/** More than this nobody reads before they decide. UTF-16 units. */
const MOST_TEXT = 200_000;

/** What a server wants said by the user's model, as far as Gatehouse passes it on (client/sampling, 2025-11-25). */
export interface SamplingRequest {
  /** Empty: none. */
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** Never more than the server asked for. */
  readonly maxTokens: number;
  /** The fields that Gatehouse does not follow: context of chats, choice of a model and the like. */
  readonly ignored: readonly string[];
}

const FOLLOWED: ReadonlySet<string> = new Set(['messages', 'systemPrompt', 'maxTokens', '_meta']);

/** Reads the params of `sampling/createMessage`. Throws a `JsonRpcError` that says what is wrong with them. */
export function readSamplingRequest(params: JsonObject): SamplingRequest {
  const { messages, systemPrompt = '', maxTokens } = params;
  if (!Array.isArray(messages) || messages.length === 0) throw invalid('There are no messages.');
  if (typeof systemPrompt !== 'string') throw invalid('systemPrompt must be a string.');
  if (typeof maxTokens !== 'number' || !Number.isInteger(maxTokens) || maxTokens < 1) {
    throw invalid('maxTokens must be a whole number above 0.');
  }
  const read = messages.map(readMessage);
  const length = read.reduce((sum, { text }) => sum + text.length, systemPrompt.length);
  if (length > MOST_TEXT) throw invalid(`The messages are longer than ${MOST_TEXT} characters.`);
  return {
    system: systemPrompt,
    messages: read,
    maxTokens: Math.min(maxTokens, MOST_TOKENS),
    ignored: Object.keys(params).filter((name) => !FOLLOWED.has(name) && params[name] !== 'none'),
  };
}

function readMessage(message: JsonValue, index: number): SamplingRequest['messages'][number] {
  const { role, content } = isJsonObject(message) ? message : {};
  if (role !== 'user' && role !== 'assistant') throw invalid(`Message ${index + 1} has neither role.`);
  const blocks: readonly (JsonValue | undefined)[] = Array.isArray(content) ? content : [content];
  const texts = blocks.map((block) => {
    // The user is shown everything that goes to the model, and a native question shows text only.
    if (!isJsonObject(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') {
      throw invalid(`Message ${index + 1} holds something other than text; Gatehouse passes on text only.`);
    }
    return block['text'];
  });
  const text = texts.join('\n');
  if (text.trim() === '') throw invalid(`Message ${index + 1} is empty.`);
  return { role, text };
}

function invalid(message: string): JsonRpcError {
  return new JsonRpcError({ code: INVALID_PARAMS, message });
}
