import { isJsonObject, type JsonObject } from '../shared/json.js';
import type { McpContentBlock, ToolResult } from '../shared/tool.js';

/** A result as text: what is no text is named in brackets, and `--json` has it whole. */
export function resultText({ content, structuredContent }: ToolResult): string {
  if (content.length > 0) return content.map(blockText).join('\n');
  return structuredContent === undefined ? '' : JSON.stringify(structuredContent, null, 2);
}

/** One block as text. */
export function blockText(block: McpContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${Buffer.byteLength(block.data, 'base64')} bytes]`;
    case 'resource_link':
      return `[resource ${block.uri}]`;
    case 'resource':
      return isJsonObject(block.resource) ? contentsText(block.resource) : JSON.stringify(block.resource);
    default:
      return JSON.stringify(block);
  }
}

/** What a resource holds, as text. */
export function contentsText({ text, blob, uri, mimeType }: JsonObject): string {
  if (typeof text === 'string') return text;
  if (typeof blob !== 'string') return `[resource ${JSON.stringify(uri)}]`;
  const type = typeof mimeType === 'string' ? mimeType : 'binary';
  return `[resource ${JSON.stringify(uri)}, ${type}, ${Buffer.byteLength(blob, 'base64')} bytes]`;
}
