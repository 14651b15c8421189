import { branded } from '../../shared/brand.js';
import type { RawToolName, WireToolName } from '../../shared/tool.js';

/** The longest name that every server of the Messages API takes. */
export const MAX_WIRE_NAME = 64;

/**
 * The name the model sees for a server's tool. Each part keeps letters, digits, `_` and `-`; every other character
 * becomes one `_`. It can be too long or the same as another's: `tool-pool.ts` looks at that.
 */
export function wireToolName(serverName: string, name: RawToolName): WireToolName {
  return branded<WireToolName>(`mcp__${cleaned(serverName)}__${cleaned(name)}`);
}

function cleaned(part: string): string {
  return part.replace(/[^A-Za-z0-9_-]/gu, '_');
}

/** What two spellings of one name have in common: models write `-` as `_`, and change the case. */
export function looseToolName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/gu, '_');
}
