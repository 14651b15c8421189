import type { ProtocolRequirement } from './protocol-requirements.js';

/** The rules of 2026-07-28 that are kept; a part of `PROTOCOL_REQUIREMENTS`. */
export const MODERN_REQUIREMENTS = {
  'meta.every-request': {
    sentence: 'every request says its revision, the client and its capabilities',
    source: '2026-07-28 basic/index',
  },
  'meta.no-responses': {
    sentence: 'a client sends no responses',
    source: '2026-07-28 basic/transports/index',
  },
  'ids.unique': {
    sentence: 'an id is an integer that no other request has',
    source: '2026-07-28 basic/index',
  },
  'result-type.absent': {
    sentence: 'a result without a type is complete',
    source: '2026-07-28 basic/index',
  },
  'result-type.unknown': {
    sentence: 'a result of an unknown type is invalid',
    source: '2026-07-28 basic/index',
  },
  'result-type.task': {
    sentence: 'a task is an answer to tools/call alone',
    source: '2026-07-28 basic/index',
  },
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
  'capability.missing': {
    sentence: 'a capability that the server misses is named',
    source: '2026-07-28 basic/versioning',
  },
  'mrtr.answers': {
    sentence: 'every question is answered under its own key, and the request is sent again with the answers',
    source: '2026-07-28 basic/patterns/mrtr',
  },
  'mrtr.state': {
    sentence: 'the state of the server goes back byte for byte, and none goes back where none came',
    source: '2026-07-28 basic/patterns/mrtr',
  },
  'mrtr.new-id': {
    sentence: 'each round has an id of its own',
    source: '2026-07-28 basic/patterns/mrtr',
  },
  'mrtr.isolation': {
    sentence: 'state and answers of one request never reach another',
    source: '2026-07-28 basic/patterns/mrtr',
  },
  'mrtr.bounded': {
    sentence: 'a server that never has enough is given up',
    source: '2026-07-28 basic/patterns/mrtr',
  },
  'mrtr.methods': {
    sentence: 'only calls, prompts and reads may be answered with a question',
    source: '2026-07-28 basic/patterns/mrtr',
  },
  'listen.filter': {
    sentence: 'changes are subscribed to as far as the server offers them',
    source: '2026-07-28 basic/patterns/subscriptions',
  },
  'listen.acknowledged': {
    sentence: 'what the server does not acknowledge is said',
    source: '2026-07-28 basic/patterns/subscriptions',
  },
  'listen.demultiplex': {
    sentence: 'a notification is taken by the id of its subscription',
    source: '2026-07-28 basic/patterns/subscriptions',
  },
  'listen.again': {
    sentence: 'a subscription that ended is opened again',
    source: '2026-07-28 basic/patterns/subscriptions',
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
  'caching.not-retries': {
    sentence: 'the result of a request that was answered in rounds is never kept',
    source: '2026-07-28 server/utilities/caching',
  },
  'logging.per-request': {
    sentence: 'a level goes with every request once it is set, and none does before',
    source: '2026-07-28 server/utilities/logging',
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
  'http.header-mismatch': {
    sentence: 'tools are listed anew and the request sent once more when headers do not fit',
    source: '2026-07-28 basic/transports/streamable-http',
  },
  'tasks-extension.declared': {
    sentence: 'every request declares the extension, and an answer may be a task',
    source: '2026-07-28 ext-tasks specification/draft/tasks',
  },
  'tasks-extension.input-once': {
    sentence: 'a question of a task is answered once, however often it is listed',
    source: '2026-07-28 ext-tasks specification/draft/tasks',
  },
  'tasks-extension.cancel': {
    sentence: 'a task is cancelled by tasks/cancel, never by a notification',
    source: '2026-07-28 ext-tasks specification/draft/tasks',
  },
  'tasks-extension.failed': {
    sentence: 'a task that failed is the error of its call',
    source: '2026-07-28 ext-tasks specification/draft/tasks',
  },
} as const satisfies Readonly<Record<string, ProtocolRequirement>>;
