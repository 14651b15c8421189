import { assertNever } from '../../shared/assert-never.js';
import { branded } from '../../shared/brand.js';
import type { ToolCallId } from '../../shared/conversation.js';
import { IMAGE_KINDS } from '../image-kind.js';
import type { ModelBlock, ModelMessage } from './model-message.js';
import { wellFormedObject, wellFormedText } from './well-formed.js';

/** What the model is told of a call whose result was never stored. */
const OUTCOME_UNKNOWN = 'interrupted; outcome unknown';

const BEGINNING_MISSING = '(The beginning of this conversation is missing.)';
/** What a history is ended with where the last word was the model's. */
export const CONTINUE = '(The answer ended here. Continue.)';
const NO_TEXT = '(no text)';

type ToolUse = Extract<ModelBlock, { type: 'tool_use' }>;
type ToolResultBlock = Extract<ModelBlock, { type: 'tool_result' }>;

/**
 * Makes any history one that the Messages API takes, and leaves a good one as it is. Idempotent and pure.
 * Afterwards: it starts and ends with the user, roles alternate, no text is empty, each `tool_use` has a unique id and
 * exactly one `tool_result` in the very next message, results first and in the order of the calls. Signed thinking is
 * never changed; it is dropped only where it ends a message or has no signature, which the API refuses.
 * An empty history stays empty.
 */
export function repairHistory(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const cleaned = messages.map((message) => ({
    role: message.role,
    content: message.content.flatMap((block) => cleanBlock(block, message.role)),
  }));
  const merged = merge(merge(cleaned).map(withoutLastThinking));
  return withUserEnds(merge(answer(merged)));
}

function cleanBlock(block: ModelBlock, role: 'user' | 'assistant'): readonly ModelBlock[] {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? [] : [{ type: 'text', text: wellFormedText(block.text) }];
    case 'image':
      return role === 'user' ? [cleanImage(block)] : [];
    case 'document':
      return role === 'user' ? [cleanDocument(block)] : [];
    case 'thinking':
      return role === 'assistant' && block.signature !== '' ? [block] : [];
    case 'redacted_thinking':
      return role === 'assistant' ? [block] : [];
    case 'tool_use':
      return role === 'assistant' ? [cleanToolUse(block)] : [];
    case 'tool_result':
      return role === 'user' ? [cleanToolResult(block)] : [];
    default:
      return assertNever(block);
  }
}

function cleanImage(block: Extract<ModelBlock, { type: 'image' }>): ModelBlock {
  const { media_type, data } = block.source;
  if (IMAGE_KINDS.has(media_type) && data !== '') return block;
  return { type: 'text', text: wellFormedText(`(an image of type ${media_type} that the model can't take)`) };
}

function cleanDocument(block: Extract<ModelBlock, { type: 'document' }>): ModelBlock {
  const { source, title } = block;
  const named = title === undefined ? {} : { title: wellFormedText(title) };
  return source.type === 'text'
    ? { ...block, source: { ...source, data: wellFormedText(source.data) }, ...named }
    : { ...block, ...named };
}

function cleanToolUse(block: ToolUse): ToolUse {
  const name = block.name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
  return { ...block, name: name === '' ? 'unknown_tool' : name, input: wellFormedObject(block.input) };
}

function cleanToolResult(block: ToolResultBlock): ToolResultBlock {
  const content = block.content.flatMap((inner) =>
    inner.type === 'text' || inner.type === 'image' ? cleanBlock(inner, 'user') : [],
  );
  if (content.length > 0 || block.is_error !== true) return { ...block, content };
  return { ...block, content: [{ type: 'text', text: NO_TEXT }] };
}

/** Drops empty messages and joins neighbours of the same role. */
function merge(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const merged: ModelMessage[] = [];
  for (const message of messages) {
    if (message.content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role !== message.role) merged.push(message);
    else merged.splice(-1, 1, { role: last.role, content: [...last.content, ...message.content] });
  }
  return merged;
}

function withoutLastThinking(message: ModelMessage): ModelMessage {
  const end = message.content.findLastIndex((block) => block.type !== 'thinking' && block.type !== 'redacted_thinking');
  return end === message.content.length - 1 ? message : { ...message, content: message.content.slice(0, end + 1) };
}

/** Pairs each call with its one result. Expects alternating roles, so the message after a call is the user's. */
function answer(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const answered: ModelMessage[] = [];
  const taken = new Set<string>();
  let open: readonly Call[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      const calls = message.content.map((block) => (block.type === 'tool_use' ? uniqueCall(block, taken) : undefined));
      open = calls.filter((call) => call !== undefined);
      answered.push({
        role: 'assistant',
        content: message.content.map((block, index) => calls[index]?.use ?? block),
      });
    } else {
      answered.push({ role: 'user', content: [...resultsFor(open, message.content), ...withoutResults(message)] });
      open = [];
    }
  }
  if (open.length > 0) answered.push({ role: 'user', content: resultsFor(open, []) });
  return answered;
}

/** A call as it will be sent, and the id that its result carries in the history. */
interface Call {
  readonly use: ToolUse;
  readonly originalId: ToolCallId;
}

function uniqueCall(use: ToolUse, taken: Set<string>): Call {
  const id = freeId(use.id, taken);
  taken.add(id);
  return { originalId: use.id, use: id === use.id ? use : { ...use, id } };
}

/** An id that the API takes and that no earlier call of the history has. */
export function freeId(id: ToolCallId, taken: ReadonlySet<string>): ToolCallId {
  const base = id.replace(/[^a-zA-Z0-9_-]/g, '_') || 'call';
  let free = base;
  for (let n = 2; taken.has(free); n += 1) free = `${base}_${n}`;
  return branded<ToolCallId>(free);
}

function resultsFor(calls: readonly Call[], content: readonly ModelBlock[]): readonly ModelBlock[] {
  const unused = content.filter((block) => block.type === 'tool_result');
  return calls.map(({ use, originalId }) => {
    const index = unused.findIndex((result) => result.tool_use_id === originalId);
    const [found] = index < 0 ? [] : unused.splice(index, 1);
    return found === undefined ? unknownOutcome(use.id) : { ...found, tool_use_id: use.id };
  });
}

/** The result of a call of which nothing is known. */
export function unknownOutcome(id: ToolCallId): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: [{ type: 'text', text: OUTCOME_UNKNOWN }],
    is_error: true,
  };
}

function withoutResults(message: ModelMessage): readonly ModelBlock[] {
  return message.content.filter((block) => block.type !== 'tool_result');
}

function withUserEnds(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const first: readonly ModelMessage[] = messages[0]?.role === 'assistant' ? [userText(BEGINNING_MISSING)] : [];
  const last: readonly ModelMessage[] = messages.at(-1)?.role === 'assistant' ? [userText(CONTINUE)] : [];
  return first.length + last.length === 0 ? messages : [...first, ...messages, ...last];
}

function userText(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}
