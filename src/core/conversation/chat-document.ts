import type { PartSource } from '../../shared/chat-file.js';
import type { AssistantBlock, ConversationState, ConversationSummary, UserBlock } from '../../shared/conversation.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { ServerLogLine } from '../../shared/server.js';
import type { ReadFile } from './file-blocks.js';

const text = { type: 'string', maxLength: 50_000_000 } as const;
const id = { type: 'string', minLength: 1, maxLength: 200 } as const;
/** A day before the last moment that a date can say: in every zone of the world it can be written out. */
const time = { type: 'number', minimum: 0, maximum: 8.64e15 - 86_400_000 } as const;

const only = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const textBlock = only({ type: { const: 'text' }, text }, ['type', 'text']);

/** Whose words a part of a user's message are. */
const source = only(
  {
    serverName: { type: 'string', maxLength: 200 },
    given: {
      anyOf: [
        only({ kind: { const: 'prompt' }, name: { type: 'string', maxLength: 1000 } }, ['kind', 'name']),
        only(
          {
            kind: { const: 'resource' },
            uri: { type: 'string', maxLength: 4096 },
            name: { type: 'string', maxLength: 1000 },
          },
          ['kind', 'uri', 'name'],
        ),
      ],
    },
  },
  ['serverName', 'given'],
);

/** A file as it was sent: its text where it is one, else its bytes in base64. */
const fileBlock = only(
  {
    type: { const: 'file' },
    name: { type: 'string', minLength: 1, maxLength: 255 },
    kind: { type: 'string', maxLength: 100 },
    text,
    data: text,
    source,
  },
  ['type', 'name', 'kind'],
);

const userBlock = { anyOf: [only({ type: { const: 'text' }, text, source }, ['type', 'text']), fileBlock] } as const;

const userMessage = only({ role: { const: 'user' }, id, at: time, blocks: { type: 'array', items: userBlock } }, [
  'role',
  'id',
  'at',
  'blocks',
]);

const assistantBlock = {
  anyOf: [
    textBlock,
    only({ type: { const: 'thinking' }, thinking: text, signature: text }, ['type', 'thinking', 'signature']),
    only({ type: { const: 'redacted_thinking' }, data: text }, ['type', 'data']),
    only({ type: { const: 'tool_use' }, id, name: id, input: { type: 'object' }, invalidJson: text }, [
      'type',
      'id',
      'name',
      'input',
    ]),
  ],
} as const;

const assistantMessage = only(
  {
    role: { const: 'assistant' },
    id,
    at: time,
    model: { type: 'string', maxLength: 200 },
    blocks: { type: 'array', items: assistantBlock },
    stopReason: { type: 'string', maxLength: 100 },
  },
  ['role', 'id', 'at', 'model', 'blocks'],
);

const logLine = only({ at: time, source: { enum: ['stderr', 'stdout', 'host'] }, text }, ['at', 'source', 'text']);

/** A call as far as another Gatehouse can know it: who let it run here says nothing there. */
const call = only(
  {
    id,
    serverName: { type: 'string', maxLength: 200 },
    tool: { type: 'string', maxLength: 1000 },
    startedAt: time,
    finishedAt: time,
    /** As the server sent it. */
    result: only({ content: { type: 'array', items: {} }, structuredContent: {}, isError: { type: 'boolean' } }, [
      'content',
      'isError',
    ]),
    /** What its server's log got while it ran. */
    log: { type: 'array', items: logLine },
  },
  ['id'],
);

/** A chat as a file: what was said, the calls, their results and what servers logged meanwhile. */
export const CHAT_DOCUMENT = only(
  {
    format: { const: 'gatehouse-chat' },
    /** A member that may be missing needs no other one: what an earlier Gatehouse wrote is read as before. */
    version: { const: 1 },
    title: { type: 'string', maxLength: 1000 },
    createdAt: time,
    messages: { type: 'array', items: { anyOf: [userMessage, assistantMessage] } },
    calls: { type: 'array', items: call },
  },
  ['format', 'version', 'title', 'createdAt', 'messages', 'calls'],
);

export interface DocumentCall {
  readonly id: string;
  readonly serverName?: string;
  readonly tool?: string;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly result?: {
    readonly content: readonly JsonValue[];
    readonly structuredContent?: JsonValue;
    readonly isError: boolean;
  };
  /** Absent where it got none, and in documents of an earlier Gatehouse. */
  readonly log?: readonly ServerLogLine[];
}

interface DocumentSource {
  readonly serverName: string;
  readonly given: DocumentGiven;
}

type DocumentGiven =
  | { readonly kind: 'prompt'; readonly name: string }
  | { readonly kind: 'resource'; readonly uri: string; readonly name: string };

export type DocumentUserBlock =
  | { readonly type: 'text'; readonly text: string; readonly source?: DocumentSource }
  | {
      readonly type: 'file';
      readonly name: string;
      readonly kind: string;
      readonly text?: string;
      readonly data?: string;
      readonly source?: DocumentSource;
    };

export type DocumentMessage =
  | { readonly role: 'user'; readonly id: string; readonly at: number; readonly blocks: readonly DocumentUserBlock[] }
  | {
      readonly role: 'assistant';
      readonly id: string;
      readonly at: number;
      readonly model: string;
      readonly blocks: readonly AssistantBlock[];
      readonly stopReason?: string;
    };

/** What `CHAT_DOCUMENT` lets through. */
export interface ChatDocument {
  readonly title: string;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly messages: readonly DocumentMessage[];
  readonly calls: readonly DocumentCall[];
}

/** Takes known secrets out of a value. */
export type Redact = (value: JsonValue) => JsonValue;

/**
 * The document of a chat as JSON. Messages that were cut are left out: nothing followed from them. Thinking is signed, so
 * a block of it that holds a secret is left out whole.
 */
export function chatDocument(
  summary: ConversationSummary,
  state: ConversationState,
  { redact, readFile }: { readonly redact: Redact; readonly readFile: ReadFile },
): JsonValue {
  const whole = state.messages.filter((message) => message.role === 'user' || message.complete);
  const messages = whole.map((message): JsonValue => {
    if (message.role === 'user') {
      const { role, id: messageId, at, blocks } = message;
      return redact({ role, id: messageId, at, blocks: blocks.map((block) => documentBlock(block, readFile)) });
    }
    const { role, id: messageId, at, model, blocks, stopReason } = message;
    const kept = blocks.flatMap((block): JsonValue[] => {
      const shown = redact({ ...block });
      const signed = block.type === 'thinking' || block.type === 'redacted_thinking';
      return signed && JSON.stringify(shown) !== JSON.stringify(block) ? [] : [shown];
    });
    return { role, id: messageId, at, model, blocks: kept, ...(stopReason === undefined ? {} : { stopReason }) };
  });
  const ids = new Set<string>(whole.map((message) => message.id));
  const calls = Object.values(state.calls)
    .filter((record) => ids.has(record.messageId))
    .map(({ id: callId, serverName, tool, startedAt, finishedAt, result, log }) =>
      redact({
        id: callId,
        serverName,
        tool,
        startedAt,
        finishedAt,
        result: result && {
          content: result.content.map((block) => ({ ...block })),
          structuredContent: result.structuredContent,
          isError: result.isError,
        },
        log: log?.map((line) => ({ ...line })),
      }),
    );
  const { title, createdAt } = summary;
  return { format: 'gatehouse-chat', version: 1, title: redact(title), createdAt, messages, calls };
}

/** A file that is lost stays as its name. */
function documentBlock(block: UserBlock, readFile: ReadFile): JsonObject {
  const from = block.source === undefined ? {} : { source: documentSource(block.source) };
  if (block.type === 'text') return { type: 'text', text: block.text, ...from };
  const { name, kind, hash } = block.file;
  const bytes = readFile(hash);
  const plain = kind === 'text/plain';
  const content =
    bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(plain ? 'utf8' : 'base64');
  return { type: 'file', name, kind, ...(plain ? { text: content } : { data: content }), ...from };
}

/** What names a server here names none elsewhere. */
function documentSource({ serverName, given }: PartSource): JsonObject {
  const { kind, name } = given;
  return { serverName, given: kind === 'prompt' ? { kind, name } : { kind, name, uri: given.uri } };
}
