import type { ToolDefinition } from '../../shared/tool.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';

/**
 * SHA-256 (hex) of what a tool says of itself. The order of keys does not matter; every other change does. An allow is
 * bound to it, so that a tool that changes after it was allowed asks again.
 */
export function toolFingerprint(definition: ToolDefinition): string {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = definition;
  return sha256Hex(canonicalJson({ name, title, description, inputSchema, outputSchema, annotations, _meta }));
}
