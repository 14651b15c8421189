import { isJsonObject } from '../shared/json.js';
import type { McpContentBlock, ToolResult } from '../shared/tool.js';

/** A result as text: what is no text is named in brackets, and `--json` has it whole. */
export function resultText({ content, structuredContent }: ToolResult): string {
  if (content.length > 0) return content.map(blockText).join('\n');
  return structuredContent === undefined ? '' : JSON.stringify(structuredContent, null, 2);
}

function blockText(block: McpContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${Buffer.byteLength(block.data, 'base64')} bytes]`;
    case 'resource_link':
      return `[resource ${block.uri}]`;
    case 'resource':
      return resourceText(block.resource);
    default:
      return JSON.stringify(block);
  }
}

function resourceText(resource: unknown): string {
  if (!isJsonObject(resource)) return JSON.stringify(resource);
  const { text, uri } = resource;
  return typeof text === 'string' ? text : `[resource ${JSON.stringify(uri)}]`;
}
