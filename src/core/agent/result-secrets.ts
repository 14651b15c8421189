import { isJsonObject } from '../../shared/json.js';
import { redactedTold, type Told } from '../../shared/told.js';
import type { McpContentBlock, ToolResult } from '../../shared/tool.js';
import type { Redactor } from '../secrets/redactor.js';

/**
 * The result of a server without the secrets that Gatehouse keeps: one that a server says of itself, or picked up, goes
 * neither to the model nor into a chat. Pictures and sounds stay as they are.
 */
export function withoutSecrets(result: ToolResult, redactor: Redactor): ToolResult {
  const { content, structuredContent, warnings } = result;
  return {
    ...result,
    content: content.map((block) => blockWithout(block, redactor)),
    ...(structuredContent === undefined ? {} : { structuredContent: redactor.knownInJson(structuredContent) }),
    ...(warnings === undefined ? {} : { warnings: warnings.map((warning) => warningWithout(warning, redactor)) }),
  };
}

function warningWithout(warning: Told | string, redactor: Redactor): Told | string {
  const change = (text: string): string => redactor.knownIn(text);
  return typeof warning === 'string' ? change(warning) : redactedTold(warning, change);
}

function blockWithout(block: McpContentBlock, redactor: Redactor): McpContentBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: redactor.knownIn(block.text) };
    case 'resource': {
      const resource = redactor.knownInJson(block.resource);
      return isJsonObject(resource) ? { ...block, resource } : block;
    }
    case 'unknown':
      return { ...block, block: redactor.knownInJson(block.block) };
    case 'resource_link':
      return { ...block, uri: redactor.knownIn(block.uri), name: redactor.knownIn(block.name) };
    default:
      return block;
  }
}
