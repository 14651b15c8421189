import { assertNever } from '../../shared/assert-never.js';
import type { JsonObject } from '../../shared/json.js';

/** A block of a reply that is to be streamed. `json` is streamed in place of `input`, also where it is no JSON. */
export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
      readonly json?: string;
    };

export interface Reply {
  readonly id: string;
  readonly model: string;
  readonly blocks: readonly ReplyBlock[];
  /** Default: `tool_use` where there is a call, else `end_turn`. */
  readonly stopReason?: string;
  readonly inputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly outputTokens?: number;
}

/** One server-sent event of `POST /v1/messages` with `stream: true`; its name is `data.type`. */
export type StreamEvent = JsonObject & { readonly type: string };

/** The events of a whole reply in the order and the shapes of the Messages API. `pieceLength`: UTF-16 units a delta. */
export function replyEvents(reply: Reply, pieceLength = 12): readonly StreamEvent[] {
  const calls = reply.blocks.some((block) => block.type === 'tool_use');
  const stopReason = reply.stopReason ?? (calls ? 'tool_use' : 'end_turn');
  return [
    {
      type: 'message_start',
      message: {
        id: reply.id,
        type: 'message',
        role: 'assistant',
        model: reply.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: reply.inputTokens ?? 1, output_tokens: 1, ...cacheUsage(reply) },
      },
    },
    ...reply.blocks.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: emptyBlock(block) },
      ...deltas(block, pieceLength).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: reply.outputTokens ?? 1 },
    },
    { type: 'message_stop' },
  ];
}

function cacheUsage({ cacheReadTokens: read, cacheWriteTokens: written }: Reply): JsonObject {
  return {
    ...(read === undefined ? {} : { cache_read_input_tokens: read }),
    ...(written === undefined ? {} : { cache_creation_input_tokens: written }),
  };
}

/** An event as it goes over the wire. */
export function sseText(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function emptyBlock(block: ReplyBlock): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'redacted_thinking':
      return { ...block };
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: {} };
    default:
      return assertNever(block);
  }
}

function deltas(block: ReplyBlock, pieceLength: number): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
      return pieces(block.text, pieceLength).map((text) => ({ type: 'text_delta', text }));
    case 'thinking':
      return [
        ...pieces(block.thinking, pieceLength).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'redacted_thinking':
      return [];
    case 'tool_use': {
      const json = block.json ?? JSON.stringify(block.input);
      return ['', ...pieces(json, pieceLength)].map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
    }
    default:
      return assertNever(block);
  }
}

/** Cuts between characters, never inside one. */
function pieces(text: string, length: number): readonly string[] {
  const cut: string[] = [];
  let piece = '';
  for (const character of text) {
    piece += character;
    if (piece.length < length) continue;
    cut.push(piece);
    piece = '';
  }
  return piece === '' ? cut : [...cut, piece];
}
