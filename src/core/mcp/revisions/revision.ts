export type { Era, EraSetting } from '../../../shared/server.js';

/** The revisions without a handshake that are known, newest first. */
export const MODERN_REVISIONS = ['2026-07-28'] as const;
/** The revisions with a handshake that are known, newest first. */
export const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** The newest known modern revision in a list of a server, if there is one. */
export function modernRevisionIn(supported: readonly string[]): string | undefined {
  return MODERN_REVISIONS.find((revision) => supported.includes(revision));
}

/** True when a list of a server has a revision with a handshake that is known. */
export function hasLegacyRevision(supported: readonly string[]): boolean {
  return LEGACY_REVISIONS.some((revision) => supported.includes(revision));
}
