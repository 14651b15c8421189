import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { McpContentBlock, ToolResult } from '../../shared/tool.js';

/**
 * A `tools/call` result as the server sent it (server/tools, 2025-11-25). Nothing of it is lost: a block of another type,
 * a malformed one, and a result without content blocks are kept as they came.
 */
export function readCallResult(result: JsonObject): ToolResult {
  const { content, structuredContent, isError } = result;
  return {
    content: readContent(result, content),
    ...(structuredContent !== undefined && { structuredContent }),
    isError: isError === true,
  };
}

function readContent(result: JsonObject, content: JsonValue | undefined): readonly McpContentBlock[] {
  if (isList(content)) return content.map(readBlock);
  if (content !== undefined) return [{ type: 'unknown', block: content }];
  const { structuredContent: _structured, isError: _isError, _meta, ...rest } = result;
  return Object.keys(rest).length === 0 ? [] : [{ type: 'unknown', block: rest }];
}

function readBlock(block: JsonValue): McpContentBlock {
  return (isJsonObject(block) ? readKnownBlock(block) : undefined) ?? { type: 'unknown', block };
}

function readKnownBlock(block: JsonObject): McpContentBlock | undefined {
  const { text, data, mimeType, uri, name, resource } = block;
  switch (block['type']) {
    case 'text':
      return typeof text === 'string' ? { type: 'text', text } : undefined;
    case 'image':
      return typeof data === 'string' && typeof mimeType === 'string' ? { type: 'image', data, mimeType } : undefined;
    case 'audio':
      return typeof data === 'string' && typeof mimeType === 'string' ? { type: 'audio', data, mimeType } : undefined;
    case 'resource_link':
      if (typeof uri !== 'string') return undefined;
      return {
        type: 'resource_link',
        uri,
        name: typeof name === 'string' ? name : uri,
        ...(typeof mimeType === 'string' && { mimeType }),
      };
    case 'resource':
      return isJsonObject(resource) ? { type: 'resource', resource } : undefined;
    default:
      return undefined;
  }
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
