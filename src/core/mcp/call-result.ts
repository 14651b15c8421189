import { isJsonObject } from '../../shared/json.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import type { BlockNotes, McpContentBlock, ToolResult } from '../../shared/tool.js';
import { isList } from './paged-list.js';

/**
 * A `tools/call` result as the server sent it (server/tools, 2025-11-25). Nothing of it is lost: a block of another type,
 * a malformed one, and a result without content blocks are kept as they came.
 */
export function readCallResult(result: JsonObject): ToolResult {
  const { content, structuredContent, isError, _meta } = result;
  const plain = { content: readContent(result, content), isError: isError === true };
  if (structuredContent === undefined && _meta === undefined) return plain;
  return {
    ...plain,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isFilled(_meta) && { _meta }),
  };
}

function readContent(result: JsonObject, content: JsonValue | undefined): readonly McpContentBlock[] {
  if (isList(content)) return content.map(readBlock);
  if (content !== undefined) return [{ type: 'unknown', block: content }];
  const { structuredContent: _structured, isError: _isError, _meta, resultType: _type, ...rest } = result;
  return Object.keys(rest).length === 0 ? [] : [{ type: 'unknown', block: rest }];
}

/** One content block of a tool's result or a prompt's message (server/tools, 2025-11-25); never throws. */
export function readBlock(block: JsonValue): McpContentBlock {
  const known = isJsonObject(block) ? readKnownBlock(block) : undefined;
  if (known === undefined || !isJsonObject(block)) return { type: 'unknown', block };
  const { annotations, _meta } = block;
  return annotations === undefined && _meta === undefined ? known : { ...known, ...notes(block) };
}

/** What a block says of itself: for whom it is, how important; empty ones say nothing. */
function notes({ annotations, _meta }: JsonObject): BlockNotes {
  return { ...(isFilled(annotations) && { annotations }), ...(isFilled(_meta) && { _meta }) };
}

function readKnownBlock(block: JsonObject): McpContentBlock | undefined {
  const { text, data, mimeType, resource } = block;
  switch (block['type']) {
    case 'text':
      return typeof text === 'string' ? { type: 'text', text } : undefined;
    case 'image':
      return typeof data === 'string' && typeof mimeType === 'string' ? { type: 'image', data, mimeType } : undefined;
    case 'audio':
      return typeof data === 'string' && typeof mimeType === 'string' ? { type: 'audio', data, mimeType } : undefined;
    case 'resource_link':
      return readLink(block);
    case 'resource':
      return isJsonObject(resource) ? { type: 'resource', resource } : undefined;
    default:
      return undefined;
  }
}

function readLink({ uri, name, title, description, mimeType, size, icons }: JsonObject): McpContentBlock | undefined {
  if (typeof uri !== 'string') return undefined;
  return {
    type: 'resource_link',
    uri,
    name: typeof name === 'string' ? name : uri,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof size === 'number' && { size }),
    ...(isList(icons) && { icons }),
  };
}

function isFilled(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0;
}
