import type { JsonObject } from '../../shared/json.js';
import type { ToolDefinition } from '../../shared/tool.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';

/** Larger definitions are not kept beside an allow: of them it is known that they changed, not what. */
const MAX_KEPT = 32_768;

/** What an allow of a tool is bound to: all that says what it does. Icons are not in it. */
export function pinnedParts(tool: ToolDefinition): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  const hints = annotations === undefined ? undefined : { ...annotations };
  return { name, title, description, inputSchema, outputSchema, annotations: hints, _meta };
}

/**
 * SHA-256 (hex) of what a tool says of itself. The order of keys does not matter; every other change does. An allow is
 * bound to it, so that a tool that changes after it was allowed asks again.
 */
export function toolFingerprint(definition: ToolDefinition): string {
  return sha256Hex(canonicalJson(pinnedParts(definition)));
}

/** A definition as it is kept beside an allow; undefined where it is too large for that. */
export function keptDefinition(definition: JsonObject | undefined): JsonObject | undefined {
  if (definition === undefined) return undefined;
  const text = canonicalJson(definition);
  return text.length > MAX_KEPT ? undefined : Object.freeze({ ...definition });
}
