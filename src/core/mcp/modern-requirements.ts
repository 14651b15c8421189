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
  'caching.ttl': {
    sentence: 'a result may be used for as long as it says, by method and params',
    source: '2026-07-28 server/utilities/caching',
  },
  'caching.stale': {
    sentence: 'a result that names no positive time is stale at once',
    source: '2026-07-28 server/utilities/caching',
  },
  'caching.invalidated': {
    sentence: 'a change makes results stale',
    source: '2026-07-28 server/utilities/caching',
  },
  'http.method-and-name-headers': {
    sentence: 'method and name of a request are mirrored in headers',
    source: '2026-07-28 basic/transports/streamable-http',
  },
  'http.header-encoding': {
    sentence: 'what a header can not say is encoded',
    source: '2026-07-28 basic/transports/streamable-http',
  },
  'http.param-headers': {
    sentence: 'annotated arguments are mirrored in headers, and absent ones are not',
    source: '2026-07-28 basic/transports/streamable-http',
  },
  'http.invalid-param-header-excluded': {
    sentence: 'a tool with an invalid annotation is not offered, and listed with its reason',
    source: '2026-07-28 basic/transports/streamable-http',
  },
} as const satisfies Readonly<Record<string, ProtocolRequirement>>;
