import { branded } from '../../shared/brand.js';
import type { AssistantBlock, ToolCallId } from '../../shared/conversation.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { isJsonObject } from '../../shared/json.js';
import { freeId } from '../conversation/repair-history.js';
import type { ModelEvent } from './model-client.js';
import { ModelError } from './model-error.js';

type OpenBlock =
  | { readonly type: 'text'; text: string }
  | { readonly type: 'thinking'; thinking: string; signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use';
      readonly id: ToolCallId;
      readonly name: string;
      json: string;
      readonly start: JsonObject;
    };

type Usage = Extract<ModelEvent, { type: 'finished' }>['usage'];

/** Turns the stream of one reply into `ModelEvent`s. */
export interface MessageReader {
  /** What the next event of the stream gives to show. */
  read(event: unknown): readonly ModelEvent[];
  /** What was counted up to now: from the first event on all that was read, at the end what was written. */
  usage(): Usage;
  /** The finished message. Throws `stream-cut` where the stream ended before `message_stop`. */
  finish(): Extract<ModelEvent, { type: 'finished' }>;
}

/** Stop reasons after which the last call may be half a call. */
const CUT_SHORT: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);

/**
 * Reads the Messages API's stream (`POST /v1/messages`, `stream: true`). Arguments of a call are parsed only when its
 * block has ended; what does not parse is kept as `invalidJson`. `takenIds`: the call ids of the conversation so far,
 * since some local servers start counting anew with each reply and the API refuses an id twice.
 */
export function createMessageReader(takenIds: ReadonlySet<string>): MessageReader {
  const taken = new Set(takenIds);
  const blocks = new Map<number, OpenBlock>();
  const closed = new Set<number>();
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let stopReason: string | undefined;
  let stopped = false;

  const open = (index: number, start: JsonObject): readonly ModelEvent[] => {
    const block = openBlock(start, taken);
    if (block === undefined) return [];
    blocks.set(index, block);
    return firstEvents(block);
  };

  return {
    read(event) {
      if (!isJsonObject(event) || stopped) return [];
      const index = typeof event['index'] === 'number' ? event['index'] : -1;
      switch (event['type']) {
        case 'message_start':
          usage = readUsage(objectOf(event['message'])['usage'], usage);
          return [];
        case 'content_block_start':
          return open(index, objectOf(event['content_block']));
        case 'content_block_delta': {
          const block = blocks.get(index);
          return block === undefined || closed.has(index) ? [] : extend(block, objectOf(event['delta']));
        }
        case 'content_block_stop':
          closed.add(index);
          return [];
        case 'message_delta':
          stopReason = textOf(objectOf(event['delta'])['stop_reason']) || stopReason;
          usage = readUsage(event['usage'], usage);
          return [];
        case 'message_stop':
          stopped = true;
          return [];
        default:
          // `ping`, and events of later versions of the API: they carry nothing that a message is made of.
          return [];
      }
    },
    usage: () => usage,
    finish() {
      if (!stopped) throw streamCut();
      const inOrder = [...blocks.entries()].toSorted(([a], [b]) => a - b);
      const reason = stopReason ?? 'end_turn';
      const last = inOrder.at(-1)?.[0];
      const wholeness = (index: number): Wholeness => {
        if (!closed.has(index)) return 'open';
        return index === last && CUT_SHORT.has(reason) ? 'maybe' : 'whole';
      };
      return {
        type: 'finished',
        blocks: inOrder.flatMap(([index, block]) => closeBlock(block, wholeness(index))),
        stopReason: reason,
        usage,
      };
    },
  };
}

/** The reply broke off. Nothing of it was run. */
export function streamCut(cause?: unknown): ModelError {
  return new ModelError(
    'stream-cut',
    'The answer of the model broke off before its end, so nothing of it was run. Check the connection and try again.',
    { retry: { reason: 'stream-cut' }, ...(cause === undefined ? {} : { cause }) },
  );
}

function openBlock(start: JsonObject, taken: Set<string>): OpenBlock | undefined {
  switch (start['type']) {
    case 'text':
      return { type: 'text', text: textOf(start['text']) };
    case 'thinking':
      return { type: 'thinking', thinking: textOf(start['thinking']), signature: textOf(start['signature']) };
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: textOf(start['data']) };
    case 'tool_use': {
      const id = freeId(branded<ToolCallId>(textOf(start['id'])), taken);
      taken.add(id);
      return { type: 'tool_use', id, name: textOf(start['name']), json: '', start: objectOf(start['input']) };
    }
    default:
      // Blocks of tools that run at the API's side. Gatehouse never asks for them.
      return undefined;
  }
}

function firstEvents(block: OpenBlock): readonly ModelEvent[] {
  if (block.type === 'tool_use') return [{ type: 'tool-started', callId: block.id, name: block.name }];
  if (block.type === 'text' && block.text !== '') return [{ type: 'text', text: block.text }];
  if (block.type === 'thinking' && block.thinking !== '') return [{ type: 'thinking', text: block.thinking }];
  return [];
}

function extend(block: OpenBlock, delta: JsonObject): readonly ModelEvent[] {
  const kind = delta['type'];
  if (block.type === 'text' && kind === 'text_delta') {
    const text = textOf(delta['text']);
    block.text += text;
    return text === '' ? [] : [{ type: 'text', text }];
  }
  if (block.type === 'thinking' && kind === 'thinking_delta') {
    const text = textOf(delta['thinking']);
    block.thinking += text;
    return text === '' ? [] : [{ type: 'thinking', text }];
  }
  if (block.type === 'thinking' && kind === 'signature_delta') block.signature += textOf(delta['signature']);
  if (block.type === 'tool_use' && kind === 'input_json_delta') {
    const partialJson = textOf(delta['partial_json']);
    block.json += partialJson;
    return partialJson === '' ? [] : [{ type: 'tool-input', callId: block.id, partialJson }];
  }
  return [];
}

/** `open`: its end was never said. `maybe`: the answer was cut, perhaps within it. */
type Wholeness = 'whole' | 'maybe' | 'open';

function closeBlock(block: OpenBlock, wholeness: Wholeness): readonly AssistantBlock[] {
  if (block.type === 'text') return block.text === '' ? [] : [{ type: 'text', text: block.text }];
  if (block.type !== 'tool_use') return [{ ...block }];
  const { id, name, json } = block;
  const input = wholeness === 'open' ? undefined : inputOf(json, wholeness === 'whole' ? block.start : undefined);
  return [
    input === undefined
      ? { type: 'tool_use', id, name, input: {}, invalidJson: json }
      : { type: 'tool_use', id, name, input },
  ];
}

/** Where no argument was streamed: what the block began with. */
function inputOf(json: string, start: JsonObject | undefined): JsonObject | undefined {
  return json.trim() === '' ? start : parseObject(json);
}

function parseObject(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Counts are whole, not added up: the last one said is the one that holds. Cached input is input too. */
function readUsage(value: JsonValue | undefined, before: Usage): Usage {
  const usage = objectOf(value);
  const input = [usage['input_tokens'], usage['cache_creation_input_tokens'], usage['cache_read_input_tokens']];
  const known = input.filter((count) => typeof count === 'number');
  const output = usage['output_tokens'];
  const written = input[1] ?? before.cacheWriteTokens;
  const read = input[2] ?? before.cacheReadTokens;
  return {
    inputTokens: known.length === 0 ? before.inputTokens : known.reduce((sum, count) => sum + count, 0),
    outputTokens: typeof output === 'number' ? output : before.outputTokens,
    ...(typeof read === 'number' ? { cacheReadTokens: read } : {}),
    ...(typeof written === 'number' ? { cacheWriteTokens: written } : {}),
  };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
