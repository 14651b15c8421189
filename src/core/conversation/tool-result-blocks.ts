import { assertNever } from '../../shared/assert-never.js';
import type { JsonValue } from '../../shared/json.js';
import type { McpContentBlock, ToolResult } from '../../shared/tool.js';
import type { ModelBlock } from './model-message.js';

/** Longest text of one result that goes to the model, in UTF-16 units: more would fill the context and brick the chat. */
export const MAX_RESULT_CHARS = 100_000;
const MAX_JSON_CHARS = 2000;
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/**
 * A tool's result as the model takes it: text joined, images as images, and what the model can't take as a short JSON
 * text. A result without content shows its `structuredContent`.
 */
export function toolResultBlocks(result: ToolResult): readonly ModelBlock[] {
  const blocks = result.content.map(toBlock);
  if (blocks.length === 0 && result.structuredContent !== undefined) blocks.push(jsonText(result.structuredContent));
  return limited(joined(blocks));
}

function toBlock(block: McpContentBlock): ModelBlock {
  switch (block.type) {
    case 'text':
      return text(block.text);
    case 'image':
      return IMAGE_TYPES.has(block.mimeType) && block.data !== ''
        ? { type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } }
        : jsonText({ type: 'image', mimeType: block.mimeType, base64Length: block.data.length });
    case 'audio':
      return jsonText({ type: 'audio', mimeType: block.mimeType, base64Length: block.data.length });
    case 'resource_link':
      return jsonText({ ...block });
    case 'resource': {
      const { uri, text: content } = block.resource;
      if (typeof content !== 'string') return jsonText({ type: 'resource', resource: withoutBlob(block.resource) });
      return text(typeof uri === 'string' ? `${uri}\n${content}` : content);
    }
    case 'unknown':
      return jsonText(block.block);
    default:
      return assertNever(block);
  }
}

function withoutBlob(resource: Extract<McpContentBlock, { type: 'resource' }>['resource']): JsonValue {
  const { blob, ...rest } = resource;
  return typeof blob === 'string' ? { ...rest, base64Length: blob.length } : resource;
}

function text(content: string): ModelBlock {
  return { type: 'text', text: content };
}

function jsonText(value: JsonValue): ModelBlock {
  const json = JSON.stringify(value);
  return text(json.length <= MAX_JSON_CHARS ? json : `${json.slice(0, MAX_JSON_CHARS)}… (cut)`);
}

function joined(blocks: readonly ModelBlock[]): readonly ModelBlock[] {
  const result: ModelBlock[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (block.type === 'text' && last?.type === 'text') result.splice(-1, 1, text(`${last.text}\n${block.text}`));
    else result.push(block);
  }
  return result;
}

function limited(blocks: readonly ModelBlock[]): readonly ModelBlock[] {
  let room = MAX_RESULT_CHARS;
  return blocks.map((block) => {
    if (block.type !== 'text') return block;
    const { length } = block.text;
    const kept = block.text.slice(0, room);
    room -= kept.length;
    return kept.length === length ? block : text(`${kept}\n(cut: ${kept.length} of ${length} characters are shown)`);
  });
}
