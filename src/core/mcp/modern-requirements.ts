import type { ProtocolRequirement } from './protocol-requirements.js';

/** The rules of 2026-07-28 that are kept; a part of `PROTOCOL_REQUIREMENTS`. */
export const MODERN_REQUIREMENTS = {
  'discover.probe-first': {
    sentence: 'a server is asked by server/discover first',
    source: '2026-07-28 basic/transports/stdio',
  },
  'discover.fallback': {
    sentence: 'a server that does not know the question is offered the handshake, after',
    source: '2026-07-28 basic/transports/stdio',
  },
  'discover.verdict-cached': {
    sentence: 'the verdict is kept for the next connection',
    source: '2026-07-28 basic/versioning',
  },
  'version.pick-supported': {
    sentence: 'a refusal of the revision is followed by one that the server lists',
    source: '2026-07-28 basic/versioning',
  },
} as const satisfies Readonly<Record<string, ProtocolRequirement>>;
