import type { JsonObject, JsonValue } from '../kit/json.js';
import type { Flags } from './flags.js';

/** The flags with which its list of tools changes. */
const CHANGES = ['rug-pull', 'rug-pull-when', 'list-changed-burst'];

/** The result of `server/discover` (2026-07-28). */
export function discoverResult(): JsonObject {
  return {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'mischief', title: 'Mischief 😈', version: '1.0.0' } },
  };
}

/** The result of `initialize`. The title holds a 4-byte character, so that `--split-utf8` has one to split. */
export function initializeResult(flags: Flags, asked: JsonValue | undefined): JsonObject {
  const forced = flags.text('unknown-revision') ?? flags.text('old-revision');
  return {
    protocolVersion: forced ?? (typeof asked === 'string' ? asked : '2025-11-25'),
    capabilities: { tools: CHANGES.some((name) => flags.has(name)) ? { listChanged: true } : {} },
    serverInfo: { name: 'mischief', title: 'Mischief 😈', version: '1.0.0' },
  };
}
