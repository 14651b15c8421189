import { HARD_EDGE } from '../../shared/chat-file.js';
import { imageSize } from '../../shared/image-size.js';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';

const ID = /^[a-zA-Z0-9_-]+$/;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const IMAGE_TYPES: readonly unknown[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

interface CheckedMessage {
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly JsonObject[];
}

/** The first thing that the Messages API would refuse in `messages`, in its words; undefined where it takes them. */
export function checkHistory(messages: unknown): string | undefined {
  if (messages === undefined) return 'messages: Field required';
  if (!Array.isArray(messages)) return 'messages: Input should be a valid list';
  if (messages.length === 0) return 'messages: at least one message is required';
  const checked: CheckedMessage[] = [];
  for (const [index, message] of messages.entries()) {
    const read = readMessage(message, index);
    if (typeof read === 'string') return read;
    checked.push(read);
  }
  return checkRoles(checked) ?? checkBlocks(checked) ?? checkPairs(checked) ?? checkEnd(checked);
}

function readMessage(message: unknown, index: number): CheckedMessage | string {
  if (!isJsonObject(message)) return `messages.${index}: Input should be a valid dictionary`;
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') {
    return `messages: Unexpected role "${word(role)}". Allowed roles are "user" or "assistant".`;
  }
  if (content === undefined) return `messages.${index}.content: Field required`;
  const blocks: unknown = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (!Array.isArray(blocks)) return `messages.${index}.content: Input should be a valid list`;
  if (!blocks.every(isJsonObject)) return `messages.${index}.content: Input should be a valid dictionary`;
  if (blocks.length === 0) {
    return `messages.${index}: all messages must have non-empty content except for the optional final assistant message`;
  }
  return { role, blocks };
}

function checkRoles(messages: readonly CheckedMessage[]): string | undefined {
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const repeated = messages.find((message, index) => message.role === messages[index - 1]?.role);
  if (repeated === undefined) return undefined;
  return (
    'messages: roles must alternate between "user" and "assistant", ' +
    `but found multiple "${repeated.role}" roles in a row`
  );
}

function checkBlocks(messages: readonly CheckedMessage[]): string | undefined {
  for (const [m, message] of messages.entries()) {
    for (const [b, block] of message.blocks.entries()) {
      const problem = checkBlock(block, message.role, `messages.${m}.content.${b}`);
      if (problem !== undefined) return problem;
    }
    const last = message.blocks.at(-1)?.['type'];
    if (message.role === 'assistant' && (last === 'thinking' || last === 'redacted_thinking')) {
      return `messages.${m}: The final block in an assistant message cannot be \`thinking\`.`;
    }
  }
  return undefined;
}

function checkBlock(block: JsonObject, role: 'user' | 'assistant', at: string): string | undefined {
  switch (block['type']) {
    case 'text':
      return checkText(block);
    case 'image':
      return role === 'user' ? checkImage(block, at) : `messages: \`image\` blocks can only be in \`user\` messages`;
    case 'document':
      return role === 'user'
        ? checkDocument(block, at)
        : `messages: \`document\` blocks can only be in \`user\` messages`;
    case 'thinking':
    case 'redacted_thinking':
      return checkThinking(block, role, at);
    case 'tool_use':
      return checkToolUse(block, role, `${at}.tool_use`);
    case 'tool_result':
      return checkToolResult(block, role, `${at}.tool_result`);
    default:
      return `${at}: Input tag '${word(block['type'])}' found using 'type' does not match any of the expected tags`;
  }
}

function checkText(block: JsonObject): string | undefined {
  const text = block['text'];
  if (typeof text !== 'string' || text === '') return 'messages: text content blocks must be non-empty';
  return text.trim() === '' ? 'messages: text content blocks must contain non-whitespace text' : undefined;
}

function checkImage(block: JsonObject, at: string): string | undefined {
  const source = block['source'];
  if (!isJsonObject(source) || source['type'] !== 'base64') return `${at}.image.source: Field required`;
  if (!IMAGE_TYPES.includes(source['media_type'])) {
    return `${at}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`;
  }
  if (typeof source['data'] !== 'string' || source['data'] === '') {
    return `${at}.image.source.base64: image cannot be empty`;
  }
  const size = imageSize(Buffer.from(source['data'], 'base64'));
  if (size !== undefined && Math.max(size.width, size.height) > HARD_EDGE) {
    return `${at}.image.source.base64.data: At least one of the image dimensions exceed max allowed size: ${HARD_EDGE} pixels`;
  }
  const most = 5 * 1024 * 1024;
  if (source['data'].length <= most) return undefined;
  return `${at}.image.source.base64: image exceeds 5 MB maximum: ${source['data'].length} bytes > ${most} bytes`;
}

function checkDocument(block: JsonObject, at: string): string | undefined {
  const { source, title } = block;
  if (title !== undefined && (typeof title !== 'string' || title === '' || title.length > 500)) {
    return `${at}.document.title: String should have at least 1 and at most 500 characters`;
  }
  if (!isJsonObject(source)) return `${at}.document.source: Field required`;
  const type = source['type'];
  const wanted = type === 'text' ? 'text/plain' : type === 'base64' ? 'application/pdf' : undefined;
  if (wanted === undefined)
    return `${at}.document.source: Input tag '${word(type)}' does not match any of the expected tags`;
  if (source['media_type'] !== wanted)
    return `${at}.document.source.${word(type)}.media_type: Input should be '${wanted}'`;
  const { data } = source;
  if (typeof data !== 'string' || data.trim() === '') return `${at}.document.source: document cannot be empty`;
  if (type === 'text' || Buffer.from(data, 'base64').subarray(0, 1024).includes('%PDF-')) return undefined;
  return `${at}.document.source.base64.data: The PDF specified was not valid.`;
}

function checkThinking(block: JsonObject, role: 'user' | 'assistant', at: string): string | undefined {
  if (role === 'user') return 'messages: `thinking` blocks can only be in `assistant` messages';
  if (block['type'] === 'redacted_thinking') return undefined;
  return block['signature'] === '' ? `${at}: Invalid \`signature\` in \`thinking\` block` : undefined;
}

function checkToolUse(block: JsonObject, role: 'user' | 'assistant', at: string): string | undefined {
  if (role === 'user') return 'messages: `tool_use` blocks can only be in `assistant` messages';
  const { id, name, input } = block;
  if (typeof id !== 'string' || !ID.test(id)) return `${at}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
    return `${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`;
  }
  return isJsonObject(input) ? undefined : `${at}.input: Input should be a valid dictionary`;
}

function checkToolResult(block: JsonObject, role: 'user' | 'assistant', at: string): string | undefined {
  if (role === 'assistant') return 'messages: `tool_result` blocks can only be in `user` messages';
  const content: unknown = block['content'] ?? [];
  const blocks: unknown = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (!Array.isArray(blocks) || !blocks.every(isJsonObject)) return `${at}.content: Input should be a valid list`;
  if (blocks.length === 0 && block['is_error'] === true) {
    return `${at}: content cannot be empty if \`is_error\` is true`;
  }
  for (const [index, inner] of blocks.entries()) {
    const problem =
      inner['type'] === 'text'
        ? checkText(inner)
        : inner['type'] === 'image'
          ? checkImage(inner, `${at}.content.${index}`)
          : `${at}.content.${index}: Input tag '${word(inner['type'])}' found using 'type' does not match`;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Each `tool_use` answered in the very next message, results first, each once, none without its `tool_use`. */
function checkPairs(messages: readonly CheckedMessage[]): string | undefined {
  const seen = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const asked = index === 0 ? [] : idsOf(messages[index - 1], 'tool_use', 'id');
    const problem = checkResults(message, index, asked);
    if (problem !== undefined) return problem;
    for (const id of idsOf(message, 'tool_use', 'id')) {
      if (seen.has(id)) return 'messages: `tool_use` ids must be unique';
      seen.add(id);
    }
  }
  const last = messages.length - 1;
  return missing(last, idsOf(messages[last], 'tool_use', 'id'), []);
}

function checkResults(message: CheckedMessage, index: number, asked: readonly unknown[]): string | undefined {
  const answered = new Set<unknown>();
  for (const [b, block] of message.blocks.entries()) {
    if (block['type'] !== 'tool_result') continue;
    const id = block['tool_use_id'];
    if (!asked.includes(id)) {
      return (
        `messages.${index}.content.${b}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${word(id)}. ` +
        'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
      );
    }
    if (answered.has(id)) {
      return (
        `messages.${index}.content.${b}: each tool_use must have a single result. ` +
        `Found multiple \`tool_result\` blocks with id: ${word(id)}`
      );
    }
    answered.add(id);
  }
  const firstOther = message.blocks.findIndex((block) => block['type'] !== 'tool_result');
  const lastResult = message.blocks.findLastIndex((block) => block['type'] === 'tool_result');
  // Results that come after other content count as not following the call.
  if (firstOther >= 0 && lastResult > firstOther) return missing(index - 1, asked, []);
  return missing(index - 1, asked, [...answered]);
}

function missing(index: number, asked: readonly unknown[], answered: readonly unknown[]): string | undefined {
  const open = asked.filter((id) => !answered.includes(id));
  if (open.length === 0) return undefined;
  return (
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
    `${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  );
}

function idsOf(message: CheckedMessage | undefined, type: string, key: string): readonly unknown[] {
  return (message?.blocks ?? []).filter((block) => block['type'] === type).map((block) => block[key]);
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function checkEnd(messages: readonly CheckedMessage[]): string | undefined {
  if (messages.at(-1)?.role === 'user') return undefined;
  return 'This model does not support assistant message prefill. The conversation must end with a user message.';
}
